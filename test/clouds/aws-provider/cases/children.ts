import {
  CreateLoadBalancerCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { beforeEach, describe, expect, it } from 'vitest';
import { createChildren } from '../../../clouds/leak-seed.ts';
import { createRecord } from '../../../harness/aws/accounts/public-zone.ts';
import { customerAccount, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { accountOf, furnish, lifeOn, namesIn, requestOf, type World } from '../world.ts';

const request = requestOf({ zones: ['a'] });

export const describeChildren = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe('what controllers of a cluster left', () => {
    it('goes with the cluster: machines, disks, balancers, endpoints, groups, buckets and names', async () => {
      const { double } = world;
      const { roleArn, zoneId } = await furnish(double);
      const before = await namesIn(double);
      const life = lifeOn(double, { request, roleArn });
      await life.create();
      const place = accountOf(double);
      const children = await createChildren(place, request);
      expect(children.size).toBeGreaterThan(8);
      for (const [name, type, value] of [
        ['\\052.apps.payments.example.org', 'A', '192.0.2.1'],
        ['\\052.apps.payments.example.org', 'TXT', '"heritage=somebody"'],
        ['api.payments.example.org', 'CNAME', 'elb.example.net'],
        ['www.payments.example.org', 'A', '192.0.2.2'],
      ] as const)
        await createRecord(place, zoneId, { name, type, value });
      await life.destroy();
      expect(await namesIn(double)).toEqual(before);
      const zone = (await double.census({ account: place.account, region: place.region })).find(
        ({ type }) => type === 'hostedZone',
      );
      expect(zone?.parts?.filter((part) => !/ (?:NS|SOA)\b|^(?:NS|SOA)\b/.test(part))).toHaveLength(1);
      expect(zone?.parts?.join()).toContain('www.payments.example.org');
      expect(double.strict.surprises).toEqual([]);
    });

    it('are waited for by name while AWS still holds them', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const life = lifeOn(double, { request, roleArn });
      await life.create();
      await createChildren(accountOf(double), request);
      double.strict.knobs.interfaceSeconds = 300;
      const balancers = new ElasticLoadBalancingV2Client(double.settings(customerAccount, lifeRegion));
      await balancers.send(
        new CreateLoadBalancerCommand({
          Name: 'ingress',
          Type: 'network',
          Subnets: [life.idOf('subnet/public/eu-west-1a')],
        }),
      );
      const waited = new Set<string>();
      for (let pass = 0; pass < 60; pass += 1) {
        const outcome = await life.destroyOnce();
        for (const { what } of outcome.waiting) waited.add(what.replace(/(?:eni|i|nat)-[0-9a-f]+/g, 'ID'));
        if (outcome.isGone) break;
        double.advance(outcome.againInSeconds ?? 10);
      }
      expect([...waited].filter((what) => what.startsWith('machine'))).toEqual(['machine ID to end']);
      expect([...waited].some((what) => what.startsWith('network interface ID'))).toBe(true);
    });

    it('of a VPC that carries the marks of another owner are left alone', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const life = lifeOn(double, { request, roleArn });
      await life.create();
      const place = accountOf(double);
      await place.query('ec2', 'CreateSecurityGroup', {
        GroupName: 'of-somebody',
        GroupDescription: 'x',
        VpcId: life.idOf('vpc'),
      });
      await place.query('ec2', 'CreateTags', {
        'ResourceId.1': life.idOf('vpc'),
        'Tag.1.Key': 'berth-instance',
        'Tag.1.Value': 'another',
      });
      await life.destroyOnce();
      expect(await namesIn(double)).toContain('securityGroup of-somebody');
    });
  });
};
