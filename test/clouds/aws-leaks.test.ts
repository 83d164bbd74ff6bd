import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeLease } from '../../src/db/lease.ts';
import { awsManaged } from '../../src/domain/platforms/aws/plan/aws-plan.ts';
import { cleanDue, leakDependencies, leakLease, scanDuePlaces } from '../../src/workers/leaks/leak-finder.ts';
import { createCustomerRole } from '../harness/aws/accounts/customer-role.ts';
import { createNeighbours } from '../harness/aws/accounts/neighbours.ts';
import { createZone } from '../harness/aws/accounts/public-zone.ts';
import { type AwsDouble, startAwsDouble } from '../harness/aws/aws-double.ts';
import { providerOn } from '../harness/aws/aws-life-cloud.ts';
import {
  awsAccess,
  awsRequest,
  customerAccount,
  grantedActions,
  lifeInstance,
  lifeRegion,
} from '../harness/aws/aws-requests.ts';
import { createInfrastructureLife } from '../harness/infrastructure/infrastructure-life.ts';
import { createTestWorld, newId, type TestWorld } from '../harness/test-world.ts';
import { createChildren } from './leak-seed.ts';

// One account: `test` was deleted and has left everything, `test-2` lives beside it, and neighbours look like both.
let double: AwsDouble;
let world: TestWorld;
let deps: ReturnType<typeof leakDependencies>;
const hour = 3600;
const dead = {
  ...awsRequest(['a'], 'bdead2345672b'),
  hostedClusterName: 'test',
  clusterId: newId('cluster'),
};
const live = {
  ...awsRequest(['a'], 'blive2345672b'),
  hostedClusterName: 'test-2',
  clusterId: newId('cluster'),
};
let children: ReadonlyMap<string, string>;
/** What there was before the dead one came. */
let withoutTheDead: readonly string[];

const census = async () =>
  (await double.census({ account: customerAccount, region: lifeRegion, hasAllTags: true })).map(
    ({ type, name, id }) => `${type} ${name} ${id}`,
  );

const underLease = async (
  work: (lease: NonNullable<Awaited<ReturnType<typeof takeLease>>>) => Promise<unknown>,
) => {
  const lease = await takeLease(world.database.system(), leakLease, 'test');
  if (lease === undefined) throw new Error('somebody else holds the lease');
  await work(lease);
  await world.testDatabase.pool.query(`UPDATE leases SET expires_at = '-infinity'`);
};

const scan = async () => {
  await world.services.leaks.scanLeaks(world.operator, undefined);
  await underLease((lease) => scanDuePlaces(deps, lease));
  const { items, summary } = await world.services.leaks.listLeaks({ limit: 500 }, {});
  expect(summary.failures).toEqual([]);
  return items;
};

beforeAll(async () => {
  double = await startAwsDouble();
  const place = double.at(customerAccount, lifeRegion);
  const role = await createCustomerRole(place, { externalId: 'berth-of-this', actions: grantedActions });
  await createZone(place, 'example.org');
  const provider = providerOn(double);
  const make = async (request: typeof live) => {
    const life = createInfrastructureLife({
      request,
      plan: awsManaged.plan(request),
      open: (phase) => provider.open({ ...awsAccess(role, phase), clusterId: request.clusterId }, lifeRegion),
      clock: double.clock,
      advance: double.advance,
    });
    await life.create();
  };
  await make(live);
  await createNeighbours(place, { infraId: dead.infraId, clusterName: 'test', instance: lifeInstance });
  withoutTheDead = await census();
  await make(dead);
  children = await createChildren(place, dead);
  double.advance(25 * hour);

  world = await createTestWorld({
    instance: lifeInstance,
    issuerUrl: 'https://oidc.example.org',
    providerOf: (platform) => (platform === 'aws' ? provider : undefined),
  });
  const tenant = await world.createTenant('acme');
  const { pool } = world.testDatabase;
  const credentialId = newId('credential');
  await pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, 'account', 'awsRole', $3)`,
    [tenant.id, credentialId, { roleArn: role.roleArn, externalId: role.externalId }],
  );
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name: 'test-2',
    labels: {},
    spec: {
      ...live.spec,
      platform: {
        type: 'aws',
        aws: {
          region: lifeRegion,
          credentialId,
          infrastructure: { mode: 'managed', zones: [`${lifeRegion}a`] },
        },
      },
      dns: { baseDomain: 'example.org', domainPrefix: 'test-2' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  await pool.query('UPDATE clusters SET infra_id = $2 WHERE id = $1', [resource.id, live.infraId]);
  await pool.query(
    `INSERT INTO operations (tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, deadline_at, ended_at)
     VALUES ($1, $2, 'cluster.delete', 'cluster', $3, $3, 'succeeded', 2, now(), now())`,
    [tenant.id, newId('operation'), dead.clusterId],
  );
  deps = leakDependencies(
    {
      database: world.database,
      connections: {
        get: () => Promise.reject(new Error('no fleet')),
        ids: async () => [],
        close: async () => undefined,
      },
      clouds: world.clouds,
      sealer: world.sealer,
      newId,
      random: Math.random,
      logger: world.logger,
      holder: 'test',
    },
    { now: async () => new Date(double.clock()).toISOString() },
  );
});
afterAll(async () => {
  await world?.close();
  await double?.stop();
});

it('finds every type that a cluster leaves in AWS, and nothing of its neighbours', async () => {
  await scan();
  double.advance(hour);
  const items = await scan();
  const leaked = items.filter(({ verdict }) => verdict === 'leaked').map(({ thing }) => thing);
  expect(new Set(leaked.map(({ infraId }) => infraId))).toEqual(new Set([dead.infraId]));
  expect([...new Set(leaked.map(({ type }) => type))].sort()).toEqual(
    [
      ...['address', 'bucket', 'classicLoadBalancer', 'endpointService', 'gatewayEndpoint', 'instance'],
      ...[
        'instanceProfile',
        'internetGateway',
        'loadBalancer',
        'natGateway',
        'networkInterface',
        'oidcProvider',
      ],
      ...['privateZone', 'publicRouteTable', 'role', 'routeTable', 'securityGroup', 'snapshot', 'subnet'],
      ...['targetGroup', 'volume', 'vpc'],
    ].sort(),
  );
  const found = new Set(leaked.map(({ id }) => id));
  for (const [type, id] of children) expect([type, found.has(id)]).toEqual([type, true]);
  const others = items
    .filter(({ verdict }) => verdict !== 'leaked')
    .map(({ thing, verdict }) => [verdict, thing.type]);
  process.stdout.write(
    `\nleaked on AWS: ${leaked.length} things of ${new Set(leaked.map(({ type }) => type)).size} types\n`,
  );
  // A neighbour whose marks do not say when it was made.
  expect(others).toEqual([['uncertain', 'volume']]);
});

it.each([
  ['targetGroup', 'elbv2', 'ResourceArns.member.1'],
  ['loadBalancer', 'elbv2', 'ResourceArns.member.1'],
  ['classicLoadBalancer', 'elb', 'LoadBalancerNames.member.1'],
] as const)('leaves a %s that is marked as not to be deleted', async (type, service, names) => {
  const place = double.at(customerAccount, lifeRegion);
  const id = children.get(type) ?? '';
  const named = { [names]: id };
  await place.query(service, 'AddTags', {
    ...named,
    'Tags.member.1.Key': 'berth-do-not-delete',
    'Tags.member.1.Value': '',
  });
  const verdictNow = async () => (await scan()).find(({ thing }) => thing.id === id)?.verdict;
  expect(await verdictNow()).toBe('protected');
  const keys = service === 'elb' ? 'Tags.member.1.Key' : 'TagKeys.member.1';
  await place.query(service, 'RemoveTags', { ...named, [keys]: 'berth-do-not-delete' });
  expect(await verdictNow()).toBe('leaked');
});

it('removes what is left of the dead one, in as many passes as it takes, and leaves all else as it was', async () => {
  const accepted = await world.services.leaks.cleanLeaks(world.operator, {
    dryRun: false,
    limit: 200,
    maxLeakedPercent: 100,
  });
  const id = accepted.kind === 'accepted' ? accepted.cleaning.id : '';
  const read = () => world.services.leaks.getLeakCleaning(id);
  let passes = 0;
  for (; (await read()).endedAt === undefined && passes < 40; passes += 1) {
    await world.testDatabase.pool.query(`UPDATE leak_cleanings SET next_pass_at = now() - interval '1 s'`);
    await underLease((lease) => cleanDue(deps, lease));
    double.advance(60);
  }
  const cleaning = await read();
  const open = cleaning.removals.filter(({ state }) => state !== 'removed');
  expect(open.map(({ sighting: { thing }, state, detail }) => [thing.type, state, detail])).toEqual([]);
  expect(cleaning.state).toBe('succeeded');
  process.stdout.write(`removed ${cleaning.removals.length} things in ${passes} passes\n`);
  expect(await census()).toEqual(withoutTheDead);
  double.advance(hour);
  expect((await scan()).map(({ verdict, thing }) => [verdict, thing.type])).toEqual([
    ['uncertain', 'volume'],
  ]);
});
