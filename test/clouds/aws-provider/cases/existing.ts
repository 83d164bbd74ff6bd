import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AwsExistingInfrastructure } from '../../../../src/domain/platforms/aws/aws-spec.ts';
import { awsManaged } from '../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { awsUsesOf } from '../../../../src/domain/platforms/aws/plan/aws-uses.ts';
import { createCustomerRole } from '../../../harness/aws/accounts/customer-role.ts';
import { providerOn } from '../../../harness/aws/aws-life-cloud.ts';
import { grantedActions, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { textAt } from '../../../harness/aws/protocol/xml.ts';
import { accessOf, accountOf, externalId, furnish, lifeOn, requestOf, type World } from '../world.ts';

/** A network as Berth makes it, handed over as if the user had made it. */
const existingIn = async ({ double }: World) => {
  const { roleArn, zoneId } = await furnish(double);
  const made = requestOf({ zones: ['a', 'b'] });
  const life = lifeOn(double, { request: made, roleArn });
  await life.create();
  const { aws, publicZoneId, privateZoneId } = awsManaged.outputs(made, life.idOf);
  const infrastructure: AwsExistingInfrastructure = {
    mode: 'existing',
    infraId: made.infraId,
    vpcId: aws!.vpcId,
    subnets: aws!.subnets,
    roles: aws!.roles,
    issuerUrl: made.issuerUrl,
  };
  const look = async (
    change: Partial<AwsExistingInfrastructure> = {},
    spec: Partial<ReturnType<typeof requestOf>['spec']> = {},
  ) => {
    const request = requestOf({
      aws: { infrastructure: { ...infrastructure, ...change } },
      spec: { dns: { baseDomain: 'example.org', publicZoneId, privateZoneId }, ...spec },
    });
    const session = await life.openSession('scan');
    return session.preflight(request, []);
  };
  /** By a role that may only read what `existing` is said to need. */
  const lookByReader = async () => {
    const actions = grantedActions.filter((action) => awsUsesOf(action).includes('existing'));
    const reader = await createCustomerRole(accountOf(double), { name: 'reader', externalId, actions });
    const request = requestOf({
      aws: { infrastructure },
      spec: { dns: { baseDomain: 'example.org', publicZoneId, privateZoneId } },
    });
    const session = await providerOn(double).open(accessOf(reader.roleArn, 'scan'), lifeRegion);
    return session.preflight(request, []);
  };
  return { life, look, lookByReader, infrastructure, zoneId };
};

export const describeExisting = (world: World): void => {
  describe('infrastructure that the user made', () => {
    let made: Awaited<ReturnType<typeof existingIn>>;
    beforeAll(async () => {
      await world.double.reset();
      made = await existingIn(world);
    });
    // A check puts right what a test did to it.
    afterEach(() => made.life.check());

    it('is taken when everything fits, without a change to it', async () => {
      const { look } = made;
      world.double.calls.length = 0;
      expect(await look()).toMatchObject({ account: '210987654321', problems: [], quotas: [] });
      expect(world.double.calls.filter(({ isWrite }) => isWrite)).toEqual([]);
    });

    it('is taken by a role that may read what the uses of permissions say, and nothing else', async () => {
      expect(await made.lookByReader()).toMatchObject({ account: '210987654321', problems: [] });
    });

    it('is refused with every problem at once', async () => {
      const { look, infrastructure, life } = made;
      const place = accountOf(world.double);
      const otherVpc = textAt(
        await place.query('ec2', 'CreateVpc', { CidrBlock: '10.7.0.0/16' }),
        'vpc',
        'vpcId',
      );
      const foreignSubnet = textAt(
        await place.query('ec2', 'CreateSubnet', {
          VpcId: otherVpc,
          CidrBlock: '10.7.0.0/28',
          AvailabilityZone: 'eu-west-1c',
        }),
        'subnet',
        'subnetId',
      );
      const { problems } = await look(
        {
          subnets: [
            { id: infrastructure.subnets[0]!.id, zone: 'eu-west-1b' },
            { id: foreignSubnet, zone: 'eu-west-1c' },
            { id: 'subnet-0', zone: 'eu-west-1z' },
          ],
          roles: {
            ...infrastructure.roles,
            storage: 'arn:aws:iam::210987654321:role/nobody',
            network: life.idOf('role/worker-role'),
          },
          instanceProfile: 'nothing',
          karpenterRoleArn: 'arn:aws:iam::210987654321:role/karpenter',
        },
        {
          network: { clusterCidrs: ['10.0.0.0/17'] },
          dns: { baseDomain: 'example.org', publicZoneId: 'Z0', privateZoneId: 'Z1' },
        },
      );
      expect(
        problems.map(({ pointer, code }) => [pointer.replace('/spec/platform/aws/infrastructure', ''), code]),
      ).toEqual([
        ['/subnets/2/zone', 'unsupported-value'],
        ['/vpcId', 'overlap'],
        ['/subnets/0/zone', 'unsupported-value'],
        ['/subnets/1/id', 'conflict'],
        ['/subnets/1/id', 'too-small'],
        ['/subnets/2/id', 'not-found'],
        ['/roles/storage', 'not-found'],
        ['/roles/network', 'conflict'],
        ['/karpenterRoleArn', 'not-found'],
        ['/instanceProfile', 'not-found'],
        ['/spec/dns/publicZoneId', 'not-found'],
        ['/spec/dns/privateZoneId', 'not-found'],
      ]);
    });

    it('is refused when its issuer is another one, or has no provider', async () => {
      const { look } = made;
      const { problems } = await look({ issuerUrl: 'https://oidc.example.org/other' });
      expect(problems[0]).toMatchObject({
        pointer: '/spec/platform/aws/infrastructure/issuerUrl',
        code: 'not-found',
      });
      expect(problems.filter(({ pointer }) => pointer.includes('/roles/'))).toHaveLength(7);
    });

    it('is refused when a role trusts every service account of the cluster', async () => {
      const { look, life } = made;
      const place = accountOf(world.double);
      await place.query('iam', 'UpdateAssumeRolePolicy', {
        RoleName: 'b2c3d4e5f6g7h-node-pool',
        PolicyDocument: JSON.stringify({
          Version: '2012-10-17',
          Statement: {
            Effect: 'Allow',
            Principal: { Federated: life.idOf('oidcProvider') },
            Action: 'sts:AssumeRoleWithWebIdentity',
          },
        }),
      });
      expect((await look()).problems).toMatchObject([
        { pointer: '/spec/platform/aws/infrastructure/roles/nodePoolManagement', code: 'not-allowed' },
      ]);
    });

    it('is refused when names are off, subnets have no way out, or the VPC is not there', async () => {
      const { look, life } = made;
      const place = accountOf(world.double);
      await place.query('ec2', 'ModifyVpcAttribute', {
        VpcId: life.idOf('vpc'),
        'EnableDnsHostnames.Value': 'false',
      });
      await place.query('ec2', 'DeleteRoute', {
        RouteTableId: life.idOf('routeTable/private/eu-west-1a'),
        DestinationCidrBlock: '0.0.0.0/0',
      });
      expect((await look()).problems.map(({ pointer }) => pointer)).toEqual([
        '/spec/platform/aws/infrastructure/vpcId',
        '/spec/platform/aws/infrastructure/subnets/0/id',
      ]);
      const proxy = { proxy: { httpsProxy: 'http://proxy.example.org:3128' } };
      expect((await look({}, { configuration: proxy })).problems).toHaveLength(1);
      expect((await look({ vpcId: 'vpc-0' })).problems[0]).toMatchObject({
        pointer: '/spec/platform/aws/infrastructure/vpcId',
        code: 'not-found',
      });
    });

    it('may be public subnets, with a way to the internet', async () => {
      const { look, life } = made;
      const subnets = ['a', 'b'].map((letter) => ({
        id: life.idOf(`subnet/public/eu-west-1${letter}`),
        zone: `eu-west-1${letter}`,
      }));
      expect((await look({ subnets, publicOnly: true })).problems).toEqual([]);
      const { problems } = await look({ publicOnly: true });
      expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual([
        ['/spec/platform/aws/infrastructure/subnets/0/id', 'conflict'],
        ['/spec/platform/aws/infrastructure/subnets/1/id', 'conflict'],
      ]);
    });

    it('needs zones that its VPC answers', async () => {
      const { look, life, zoneId } = made;
      const publicAsPrivate = {
        baseDomain: 'example.org',
        privateZoneId: zoneId,
        publicZoneId: life.idOf('zone/local'),
      };
      expect((await look({}, { dns: publicAsPrivate })).problems).toMatchObject([
        { pointer: '/spec/dns/publicZoneId', code: 'conflict' },
        { pointer: '/spec/dns/privateZoneId', code: 'conflict' },
      ]);
      const elsewhere = await look({
        sharedVpc: {
          localZoneId: life.idOf('zone/local'),
          ingressRoleArn: 'arn:aws:iam::111111111111:role/a',
          controlPlaneRoleArn: 'arn:aws:iam::111111111111:role/b',
        },
      });
      expect(elsewhere.problems).toEqual([]);
    });
  });
};
