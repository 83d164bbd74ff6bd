import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClusterPlatform } from '../../../src/domain/platforms/platform-specs.ts';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

const { signal } = new AbortController();
let world: TestWorld;
let acme: TestTenant;
let globex: TestTenant;

beforeAll(async () => {
  world = await createTestWorld();
  acme = await world.createTenant('acme');
  globex = await world.createTenant('globex');
});
afterAll(() => world.close());

const open = (platform: 'agent' | 'kubevirt', account: string, ...tenants: readonly TestTenant[]) =>
  world.services.fleet.allowCloudAccount(
    world.operator,
    { platform, account },
    tenants.map(({ id }) => id),
  );

const agentsIn = (namespace: string): ClusterPlatform => ({ type: 'agent', agent: { namespace } });
const onKubevirt: ClusterPlatform = { type: 'kubevirt', kubevirt: {} };

const input = (
  tenant: TestTenant,
  name: string,
  platform: ClusterPlatform,
  networks: readonly string[] = [],
) => ({
  name,
  labels: {},
  spec: {
    version: '4.20.3',
    platform,
    dns: { baseDomain: 'example.org' },
    ...(platform.type === 'agent' ? { publishing: { apiServerAddress: 'api.example.org' } } : {}),
    pullSecretCredentialId: tenant.pullSecretId,
  },
  nodePools:
    networks.length === 0
      ? []
      : [{ name: 'workers', replicas: 1, platform: { additionalNetworks: networks } }],
});

const problemsOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => [],
    (error: { problems?: unknown }) => error.problems,
  );
const create = (tenant: TestTenant, ...rest: [string, ClusterPlatform, (readonly string[])?]) =>
  world.services.clusters.createCluster(tenant.context, input(tenant, ...rest));
const refusal = (namespace: string, pointer: string) => [
  {
    pointer,
    code: 'not-allowed',
    detail: `Namespace ${namespace} of the management clusters is not open to the tenant; the operator of the fleet can allow it.`,
  },
];
const agentPointer = '/spec/platform/agent/namespace';

it('refuses machines of other tenants, in plan and creation, and tells nothing of whose they are', async () => {
  await open('agent', 'acme-agents', acme);
  const { problems } = await world.services.clusters.planCluster(
    globex.context,
    input(globex, 'thief', agentsIn('acme-agents')),
    signal,
  );
  expect(problems).toEqual(refusal('acme-agents', agentPointer));
  expect(await problemsOf(create(globex, 'thief', agentsIn('acme-agents')))).toEqual(problems);
  // One that nobody has is told in the same words.
  expect(await problemsOf(create(globex, 'thief', agentsIn('nobodys')))).toEqual(
    refusal('nobodys', agentPointer),
  );
});

it('lets in whom the operator of the fleet has named, as long as it does', async () => {
  await open('agent', 'lab-agents', acme, globex);
  expect((await create(acme, 'lab-one', agentsIn('lab-agents'))).resource.name).toBe('lab-one');
  expect((await create(globex, 'lab-two', agentsIn('lab-agents'))).resource.name).toBe('lab-two');
  await open('agent', 'lab-agents', globex);
  // Also where everything else of the tenant is known from the creation before.
  expect(await problemsOf(create(acme, 'lab-three', agentsIn('lab-agents')))).toEqual(
    refusal('lab-agents', agentPointer),
  );
});

it('does not take one platform’s leave for another’s', async () => {
  await open('kubevirt', 'networks', acme);
  expect(await problemsOf(create(acme, 'wrong', agentsIn('networks')))).toEqual(
    refusal('networks', agentPointer),
  );
});

it('refuses networks of other tenants, with a new cluster, a new pool and a changed one', async () => {
  await open('kubevirt', 'acme-networks', acme);
  const foreign = ['acme-networks/storage'];
  expect(await problemsOf(create(globex, 'listener', onKubevirt, foreign))).toEqual(
    refusal('acme-networks', '/spec/nodePools/0/platform/additionalNetworks/0'),
  );
  const own = await create(acme, 'owner', onKubevirt, foreign);
  const other = await create(globex, 'other', onKubevirt);
  const add = (tenant: TestTenant, clusterId: string, networks: readonly string[]) =>
    world.services.nodePools.createNodePool(tenant.context, {
      clusterId,
      name: 'more',
      labels: {},
      spec: { replicas: 1, platform: { additionalNetworks: networks } },
    });
  const pointer = '/spec/platform/additionalNetworks/0';
  expect(await problemsOf(add(globex, other.resource.id, foreign))).toEqual(
    refusal('acme-networks', pointer),
  );
  expect((await add(acme, own.resource.id, foreign)).resource.name).toBe('more');
  const { resource: pool } = await add(globex, other.resource.id, []);
  const changed = world.services.nodePools.updateNodePool(globex.context, pool.id, {
    patch: { spec: { platform: { additionalNetworks: foreign } } },
    ifMatch: undefined,
    validate: () => [],
  });
  expect(await problemsOf(changed)).toEqual(refusal('acme-networks', pointer));
});

it('takes no name for the number of an account', async () => {
  const account = { platform: 'aws', account: 'lab-agents' } as const;
  expect(await problemsOf(world.services.fleet.allowCloudAccount(world.operator, account, []))).toEqual([
    { pointer: '/account', code: 'invalid-format', detail: 'Give the twelve digits of an account in AWS.' },
  ]);
});
