import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNeighbours } from '../harness/aws/accounts/neighbours.ts';
import { createRecord, createZone } from '../harness/aws/accounts/public-zone.ts';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { type AwsWorld, account, createAwsWorld, instance, region } from './aws-world.ts';
import { createChildren } from './leak-seed.ts';

const isSkipped = await mustSkipMoto('two tenants in one account of AWS');

let world: AwsWorld;
beforeAll(async () => {
  if (!isSkipped) world = await createAwsWorld();
});
afterAll(() => world?.close());

/** Everything in the account with its ids, marks and parts. */
const inventory = () => world.double.census({ account, region, hasAllTags: true });

it.skipIf(isSkipped)(
  'takes one cluster away, and nothing of the neighbour whose name begins alike',
  async () => {
    const globex = await world.createTenant('globex');
    const first = await world.registerAccount();
    await world.asked(world.send('POST', `/v1/credentials/${first.id}/verify`), 200);

    const closed = await world.send('POST', '/v1/credentials', {
      tenant: globex,
      body: {
        name: 'theirs',
        kind: 'awsRole',
        settings: { roleArn: `arn:aws:iam::${account}:role/berth` },
      },
    });
    expect([closed.status, closed.body.errors[0].pointer]).toEqual([422, '/settings/roleArn']);
    await world.asked(
      world.atFleet('PUT', `/v1/fleet/cloud-accounts/aws/${account}`, { allowedTenantIds: [globex.id] }),
      200,
    );
    const second = await world.registerAccount(globex, 'berth-of-globex');

    const zone = await createZone(world.place, 'example.net');
    const ofFirst = { body: world.managedBody('test', first.id, 'a') };
    const theirs = world.managedBody('test-2', second.id, 'a', globex);
    const ofSecond = {
      tenant: globex,
      body: {
        ...theirs,
        spec: { ...theirs.spec, dns: { baseDomain: 'example.net', domainPrefix: 'test-2' } },
      },
    };
    const [test, test2] = await Promise.all([
      world.asked(world.send('POST', '/v1/clusters', ofFirst), 202),
      world.asked(world.send('POST', '/v1/clusters', ofSecond), 202),
    ]);
    await world.untilDone(test);
    await world.untilDone(test2, globex);

    const { id } = test.body.cluster;
    const { infraId } = await world.requestOf(id);
    const { id: neighbourId } = test2.body.cluster;
    await createNeighbours(world.place, { infraId, clusterName: 'test', instance });
    await createChildren(world.place, await world.requestOf(neighbourId));
    await createRecord(world.place, zone, {
      name: '\\052.apps.test-2.example.net',
      type: 'A',
      value: '192.0.2.1',
    });
    const before = await inventory();
    const isOfFirst = ({ tags }: { readonly tags: Readonly<Record<string, string>> }) =>
      tags['berth-instance'] === instance && tags['berth-cluster'] === id;
    expect(before.filter(isOfFirst).length).toBe(21);

    const deleted = await world.asked(world.send('DELETE', `/v1/clusters/${id}`), 202);
    expect(await world.untilDone(deleted)).toMatchObject({ state: 'succeeded' });
    const after = await inventory();
    const left = new Set(after.map((one) => one.id));
    const gone = before.filter((one) => !left.has(one.id));
    const named = gone.map(({ type, name, id: own }) =>
      name === own ? type : name.replaceAll(infraId, 'ID'),
    );
    expect(named.sort()).toEqual([
      'ID-aws-ebs-csi-driver-controller',
      'ID-cloud-controller',
      'ID-cloud-network-config-controller',
      'ID-control-plane-operator',
      'ID-eip-us-west-2a',
      'ID-igw',
      'ID-nat-us-west-2a',
      'ID-node-pool',
      'ID-oidc',
      'ID-openshift-image-registry',
      'ID-openshift-ingress',
      'ID-private-us-west-2a',
      'ID-private-us-west-2a',
      'ID-public',
      'ID-public-us-west-2a',
      'ID-s3',
      'ID-vpc',
      'ID-worker',
      'ID-worker-role',
      'networkInterface',
      'routeTable',
      'test.example.org.',
      'test.hypershift.local.',
    ]);
    expect(after).toEqual(before.filter((one) => left.has(one.id)));
    expect(before.filter((one) => left.has(one.id) && isOfFirst(one))).toEqual([]);

    const writesBefore = world.double.calls.filter(({ isWrite }) => isWrite).length;
    await world.lookedAgain(neighbourId);
    expect(world.double.calls.filter(({ isWrite }) => isWrite).length).toBe(writesBefore);
  },
);
