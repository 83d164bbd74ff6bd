import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../harness/aws/accounts/public-zone.ts';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { textAt } from '../harness/aws/protocol/xml.ts';
import { type AwsWorld, account, createAwsWorld, region } from './aws-world.ts';
import { trusting } from './customer-account.ts';
import { createChildren } from './leak-seed.ts';
import { wipeVpc } from './wipe-vpc.ts';

const isSkipped = await mustSkipMoto('other hands in an account of AWS');

let world: AwsWorld;
let credentialId: string;
let empty: readonly string[];
beforeAll(async () => {
  if (isSkipped) return;
  world = await createAwsWorld();
  credentialId = (await world.registerAccount()).id;
  empty = await world.census();
});
afterAll(() => world?.close());

const createCluster = async (name: string) => {
  const body = world.managedBody(name, credentialId, 'a');
  const created = await world.asked(world.send('POST', '/v1/clusters', { body }), 202);
  await world.untilDone(created);
  const { items } = (await world.get(`/v1/clusters/${created.body.cluster.id}/resources`)).body;
  const ids = new Map<string, string>(items.map(({ step, id }: { step: string; id: string }) => [step, id]));
  return { ...created.body.cluster, idOf: (step: string): string => ids.get(step) ?? '' };
};

const remove = async (id: string): Promise<void> => {
  const deleted = await world.asked(world.send('DELETE', `/v1/clusters/${id}`), 202);
  expect(await world.untilDone(deleted)).toMatchObject({ state: 'succeeded' });
};

/** With marks and parts, trust of roles apart. */
const inventory = () => world.double.census({ account, region, hasAllTags: true });

describe.skipIf(isSkipped)('what somebody does by hand', () => {
  it('is put right where that is safe, with the next look', async () => {
    const { id, idOf } = await createCluster('drift');
    const { infraId } = await world.requestOf(id);
    const before = await inventory();
    const role = `${infraId}-node-pool`;
    const trustOf = async (): Promise<string> =>
      textAt(
        await world.place.query('iam', 'GetRole', { RoleName: role }),
        'GetRoleResult',
        'Role',
        'AssumeRolePolicyDocument',
      );
    const trust = await trustOf();
    await world.place.query('ec2', 'DeleteRoute', {
      RouteTableId: idOf(`routeTable/private/${region}a`),
      DestinationCidrBlock: '0.0.0.0/0',
    });
    await world.place.query('ec2', 'DeleteTags', {
      'ResourceId.1': idOf('vpc'),
      'Tag.1.Key': 'berth-cluster',
      'Tag.2.Key': 'Name',
    });
    await world.place.query('iam', 'UpdateAssumeRolePolicy', {
      RoleName: role,
      PolicyDocument: trusting(`arn:aws:iam::${account}:root`, 'x'),
    });
    expect(await inventory()).not.toEqual(before);
    await world.lookedAgain(id);
    expect(await inventory()).toEqual(before);
    expect(await trustOf()).toBe(trust);
    await remove(id);
    expect(await world.census()).toEqual(empty);
  });

  it('is reported where another one would have another id', async () => {
    const { id, idOf } = await createCluster('vanished');
    const vpc = idOf('vpc');
    await wipeVpc(world.double, world.place, vpc);
    await world.time.lookNow(id);
    const status = await world.until('the report', id, async () => {
      const found = await world.statusOf(id);
      return found.waitingOn?.reason === 'ResourceVanished' && found;
    });
    expect(status.waitingOn).toMatchObject({ party: 'user' });
    expect(status.waitingOn.action).toContain(vpc);
    expect((await world.census()).filter((line) => line.startsWith('vpc'))).toEqual([]);
    await remove(id);
    expect(await world.census()).toEqual(empty);
  });
});

it.skipIf(isSkipped)('takes along what controllers in the cluster have left', async () => {
  const cluster = await createCluster('foreign');
  const { id, idOf } = cluster;
  const zone = idOf('zone/public');
  await createRecord(world.place, zone, { name: 'www.example.org', type: 'A', value: '192.0.2.9' });
  const others = await world.census();
  const children = await createChildren(world.place, await world.requestOf(id));
  for (const [name, type, value] of [
    ['\\052.apps.foreign.example.org', 'A', '192.0.2.1'],
    ['api.foreign.example.org', 'CNAME', 'elb.example.net'],
  ] as const)
    await createRecord(world.place, zone, { name, type, value });
  await createRecord(world.place, idOf('zone/local'), {
    name: 'api.foreign.hypershift.local',
    type: 'A',
    value: '10.0.0.9',
  });
  const group = textAt(
    await world.place.query('ec2', 'CreateSecurityGroup', {
      GroupName: 'k8s-elb',
      GroupDescription: 'of a load balancer',
      VpcId: idOf('vpc'),
    }),
    'groupId',
  );
  const other = children.get('securityGroup') ?? '';
  for (const [own, peer] of [
    [group, other],
    [other, group],
  ] as const)
    await world.place.query('ec2', 'AuthorizeSecurityGroupIngress', {
      GroupId: own,
      'IpPermissions.1.IpProtocol': 'tcp',
      'IpPermissions.1.FromPort': '443',
      'IpPermissions.1.ToPort': '443',
      'IpPermissions.1.Groups.1.GroupId': peer,
    });
  const added = (await world.census()).filter((line) => !others.includes(line));
  expect(added.map((line) => line.split(' ')[0]?.replace(':', ''))).toEqual([
    'bucket',
    'classicLoadBalancer',
    'hostedZone',
    'hostedZone',
    'hostedZone',
    'instance',
    'loadBalancer',
    'securityGroup',
    'securityGroup',
    'securityGroup',
    'snapshot',
    'targetGroup',
    'volume',
    'volume',
    'vpcEndpointService',
  ]);
  await remove(id);
  expect(await world.census()).toEqual([...empty, 'hostedZone example.org.: A www.example.org.'].sort());
  expect(world.double.strict.surprises).toEqual([]);
});
