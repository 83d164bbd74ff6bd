import { beforeEach, describe, expect, it } from 'vitest';
import { awsManaged } from '../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { createAwsProvider } from '../../../../src/providers/infrastructure/aws/aws-provider.ts';
import { createRecord, createZone } from '../../../harness/aws/accounts/public-zone.ts';
import { lifeInstance, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { textAt } from '../../../harness/aws/protocol/xml.ts';
import {
  accessOf,
  accountOf,
  furnish,
  lifeOn,
  type RequestOptions,
  requestOf,
  vpcOwnerAccount,
  vpcOwnerCredentialId,
  type World,
} from '../world.ts';

const lookAt = async ({ double }: World, roleArn: string, options: RequestOptions = {}) => {
  const request = requestOf(options);
  const session = await lifeOn(double, { request, roleArn }).openSession('scan');
  return session.preflight(request, awsManaged.plan(request));
};

const problemsOf = async (world: World, options: RequestOptions = {}) => {
  const { roleArn } = await furnish(world.double);
  return (await lookAt(world, roleArn, options)).problems;
};

export const describePreflight = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe('a look at an account before a cluster is made in it', () => {
    it('finds nothing wrong with a good one, changes nothing, and counts quotas', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      double.calls.length = 0;
      const report = await lookAt(world, roleArn, {
        request: { nodePools: [{ replicas: 1 }, { replicas: 1, platform: { instanceType: 'm5.xlarge' } }] },
      });
      expect(report).toMatchObject({ account: '210987654321', region: lifeRegion, problems: [] });
      expect(report.quotas.map(({ code, limit, used, needed }) => [code, limit, used, needed])).toEqual([
        // moto gives every account a default VPC.
        ['vpc/L-F678F1CE', 5, 1, 1],
        ['vpc/L-A4707A72', 5, 0, 1],
        ['ec2/L-0263D0A3', 5, 0, 3],
        [`vpc/L-FE5A380F/${lifeRegion}a`, 5, 0, 1],
        [`vpc/L-FE5A380F/${lifeRegion}b`, 5, 0, 1],
        [`vpc/L-FE5A380F/${lifeRegion}c`, 5, 0, 1],
        ['vpc/L-1B52E74A', 20, 0, 1],
        ['iam/L-FE177D64', 1000, 1, 8],
        ['iam/L-858F3967', 100, 0, 1],
        ['iam/L-6E65F664', 1000, 0, 1],
        ['route53/L-4EA4796A', 500, 1, 2],
      ]);
      expect(report.quotas[2]?.steps).toEqual([
        `address/${lifeRegion}a`,
        `address/${lifeRegion}b`,
        `address/${lifeRegion}c`,
      ]);
      expect(double.calls.filter(({ isWrite }) => isWrite)).toEqual([]);
    });

    it('counts what is used already, in each zone', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      await lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn }).create();
      const other = { infraId: 'b2c3d4e5f6g72', request: { hostedClusterName: 'other' } };
      const { quotas } = await lookAt(world, roleArn, { zones: ['a', 'b'], ...other });
      const used = Object.fromEntries(quotas.map(({ code, used: count }) => [code, count]));
      expect(used).toMatchObject({
        'vpc/L-F678F1CE': 2,
        'ec2/L-0263D0A3': 1,
        [`vpc/L-FE5A380F/${lifeRegion}a`]: 1,
        [`vpc/L-FE5A380F/${lifeRegion}b`]: 0,
        'iam/L-858F3967': 1,
        'route53/L-4EA4796A': 3,
      });
    });

    it('takes the usual limits when it may not ask for the account’s own', async () => {
      world.double.strict.knobs.denied.add('servicequotas:*');
      const { roleArn } = await furnish(world.double);
      const { quotas } = await lookAt(world, roleArn);
      expect(quotas.map(({ limit }) => limit)).toEqual([5, 5, 5, 5, 5, 5, 20, 1000, 100, 1000, 500]);
    });

    it('names a region that there is not, and those that there are', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const request = requestOf({ aws: { region: 'eu-west-9' } });
      const provider = createAwsProvider(providerSettings(world));
      const session = await provider.open(accessOf(roleArn, 'scan'), 'eu-west-9');
      const { problems } = await session.preflight(request, []);
      expect(problems).toMatchObject([{ pointer: '/spec/platform/aws/region', code: 'unsupported-value' }]);
      expect(problems[0]?.allowed).toContain('eu-west-1');
    });

    it('names zones and machine types that there are not', async () => {
      const problems = await problemsOf(world, {
        zones: ['a', 'z'],
        request: { nodePools: [{ replicas: 1 }, { replicas: 1, platform: { instanceType: 'm9.huge' } }] },
      });
      expect(problems).toMatchObject([
        {
          pointer: '/spec/platform/aws/infrastructure/zones/1',
          code: 'unsupported-value',
          allowed: [`${lifeRegion}a`, `${lifeRegion}b`, `${lifeRegion}c`],
        },
        { pointer: '/spec/nodePools/1/platform/instanceType', code: 'not-found' },
      ]);
    });

    it('wants the public zone, and to know which of several', async () => {
      const { double } = world;
      expect(await problemsOf(world, { spec: { dns: { baseDomain: 'example.com' } } })).toMatchObject([
        { pointer: '/spec/dns/baseDomain', code: 'not-found' },
      ]);
      await double.reset();
      const { roleArn, zoneId } = await furnish(double);
      const second = await createZone(accountOf(double), 'example.org', { reference: 'another' });
      expect((await lookAt(world, roleArn)).problems).toMatchObject([
        { pointer: '/spec/dns/publicZoneId', code: 'unsupported-value', allowed: [zoneId, second].sort() },
      ]);
      const dns = { baseDomain: 'example.org', publicZoneId: second };
      expect((await lookAt(world, roleArn, { spec: { dns } })).problems).toEqual([]);
      const wrong = { baseDomain: 'example.org', publicZoneId: 'Z0' };
      expect((await lookAt(world, roleArn, { spec: { dns: wrong } })).problems).toMatchObject([
        { pointer: '/spec/dns/publicZoneId', code: 'unsupported-value' },
      ]);
    });

    it('refuses names that are taken in the public zone, or by a private one of the account', async () => {
      const { double } = world;
      const { roleArn, zoneId } = await furnish(double);
      const place = accountOf(double);
      await createRecord(place, zoneId, {
        name: '\\052.apps.payments.example.org',
        type: 'A',
        value: '192.0.2.1',
      });
      const vpc = textAt(await place.query('ec2', 'CreateVpc', { CidrBlock: '10.9.0.0/16' }), 'vpc', 'vpcId');
      await createZone(place, 'payments.hypershift.local', { vpc });
      expect((await lookAt(world, roleArn)).problems).toMatchObject([
        {
          pointer: '/spec/dns/domainPrefix',
          code: 'conflict',
          detail: expect.stringContaining('*.apps.payments'),
        },
        {
          pointer: '/spec/dns/domainPrefix',
          code: 'conflict',
          detail: expect.stringContaining('hypershift.local'),
        },
      ]);
    });

    it('looks whether the world is sent to the zone', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const lookWith = async (nameServersOf: (domain: string) => Promise<readonly string[]>) => {
        const provider = createAwsProvider({ ...providerSettings(world), nameServersOf });
        const session = await provider.open(accessOf(roleArn, 'scan'), lifeRegion);
        return (await session.preflight(requestOf(), awsManaged.plan(requestOf()))).problems;
      };
      const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
      const undelegated = [{ pointer: '/spec/dns/baseDomain', code: 'not-delegated' }];
      expect(await lookWith(async () => ['ns.registrar.example'])).toMatchObject(undelegated);
      expect(await lookWith(refused('ENOTFOUND'))).toMatchObject(undelegated);
      expect(await lookWith(refused('ETIMEOUT'))).toEqual([]);
      const [problem] = await lookWith(async () => []);
      const own = /name (\S+?),? /.exec(`${problem?.detail} `)?.[1]?.replace(/\.$/, '') ?? '';
      expect(await lookWith(async () => [`${own}.`])).toEqual([]);
    });

    it('refuses a key that is not there, or sleeps', async () => {
      const keyArn = `arn:aws:kms:${lifeRegion}:210987654321:key/0`;
      expect(
        await problemsOf(world, { zones: ['a'], spec: { encryption: { type: 'kms', aws: { keyArn } } } }),
      ).toMatchObject([{ pointer: '/spec/encryption/aws/keyArn', code: 'not-found' }]);
    });

    it('counts the network of a shared VPC in the account of the VPC', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const owner = await furnish(double, { account: vpcOwnerAccount });
      double.strict.knobs.limits['AllocateAddress'] = 0;
      const request = requestOf({ zones: ['a'], infrastructure: { sharedVpc: { vpcOwnerCredentialId } } });
      const others = [{ ...accessOf(owner.roleArn, 'scan'), credentialId: vpcOwnerCredentialId }];
      const session = await lifeOn(double, { request, roleArn, others }).openSession('scan');
      const report = await session.preflight(request, awsManaged.plan(request));
      expect(report.problems).toMatchObject([{ code: 'quota-exceeded' }]);
      expect(report.problems[0]?.detail).toContain('Elastic IP addresses');
      expect(report.quotas.map(({ code }) => code)).not.toContain('ec2/L-0263D0A3');
    });
  });
};

const providerSettings = ({ double }: World) => {
  const { endpoint, credentials } = double.settings();
  return {
    instance: lifeInstance,
    endpoint,
    sourceCredentials: credentials,
    clock: { now: double.clock, sleep: async (pause: number) => double.advance(pause / 1000) },
  };
};
