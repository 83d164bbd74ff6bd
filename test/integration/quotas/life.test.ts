import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuotas } from '../../../src/cli/quotas.ts';
import { applyDefaultQuotas } from '../../../src/services/default-quotas.ts';
import { createFleetService } from '../../../src/services/fleet-service.ts';
import { recountQuotas } from '../../../src/workers/quota-watch.ts';
import { runFakeFleet } from '../../harness/http-world.ts';
import { eventually, newId, type TestTenant } from '../../harness/test-world.ts';
import { createQuotaWorld, type QuotaWorld } from './quota-world.ts';

let world: QuotaWorld;

beforeAll(async () => {
  world = await createQuotaWorld();
});
afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

const create = (tenant: TestTenant, name: string, change: Record<string, unknown> = {}) =>
  world.send('POST', '/v1/clusters', { tenant, body: world.clusterBody(name, change, tenant) });

const thresholds = async (tenant: TestTenant) => {
  const rows = await world.testDatabase.pool.query(
    `SELECT subject, data FROM events WHERE tenant_id = $1 AND type = 'berth.quota.threshold.v1' ORDER BY position`,
    [tenant.id],
  );
  return rows.rows.map(({ data }) => `${data.dimension} ${data.threshold}: ${data.used} of ${data.limit}`);
};

describe('a refusal', () => {
  it('names every limit in the way, of the tenant and of the project, and who sets it', async () => {
    const tenant = await world.createTenant('told');
    await world.limitTenant(tenant, { clusters: 5, nodes: 2, vcpu: 3 });
    const projects = await world.send('GET', '/v1/projects', { tenant });
    const projectId = projects.body.items[0].id;
    await world.send('PUT', `/v1/projects/${projectId}/quotas`, { tenant, body: { limits: { nodes: 1 } } });
    const refused = await create(tenant, 'big', { spec: { nodePools: [{ name: 'w', replicas: 3 }] } });

    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'quota-exceeded', retryable: false });
    const common = { used: 0, requested: 3 };
    expect(refused.body.quotas).toEqual([
      { scope: 'tenant', dimension: 'nodes', limit: 2, remaining: 2, actor: 'fleetOperator', ...common },
      {
        scope: 'tenant',
        dimension: 'vcpu',
        limit: 3,
        used: 0,
        requested: 6,
        remaining: 3,
        actor: 'fleetOperator',
      },
      {
        scope: 'project',
        projectId,
        dimension: 'nodes',
        limit: 1,
        remaining: 1,
        actor: 'tenantAdmin',
        ...common,
      },
    ]);
    expect(refused.body.errors).toHaveLength(3);
  });

  it('leaves nothing behind: the name, the key and the quota are free', async () => {
    const tenant = await world.createTenant('again');
    await world.limitTenant(tenant, { clusters: 0 });
    const body = world.clusterBody('shop', {}, tenant);
    const idempotencyKey = 'the-same-key-twice';
    const refused = await world.send('POST', '/v1/clusters', { tenant, body, idempotencyKey });
    expect(refused.body.code).toBe('quota-exceeded');
    expect(await world.usedBy(tenant)).toMatchObject({ clusters: 0, nodePools: 0, runningOperations: 0 });
    await world.limitTenant(tenant, { clusters: 1 });
    const made = await world.send('POST', '/v1/clusters', { tenant, body, idempotencyKey });
    expect(made.status).toBe(202);
    expect((await world.send('POST', '/v1/clusters', { tenant, body, idempotencyKey })).status).toBe(202);
    // A name that is taken costs nothing either.
    await world.limitTenant(tenant, { clusters: 2 });
    expect((await create(tenant, 'shop')).body.code).toBe('name-conflict');
    expect(await world.usedBy(tenant)).toMatchObject({ clusters: 1 });
  });

  it('is foretold by a dry run', async () => {
    const tenant = await world.createTenant('planner');
    await world.limitTenant(tenant, { nodes: 2 });
    const plan = await world.send('POST', '/v1/clusters?dryRun=true', {
      tenant,
      body: world.clusterBody('plan', { spec: { nodePools: [{ name: 'w', replicas: 3 }] } }, tenant),
    });
    expect(plan.status).toBe(200);
    expect(plan.body.problems.map(({ code }: { code: string }) => code)).toEqual(['quota-exceeded']);
    expect(plan.body.quota).toContainEqual({
      scope: 'tenant',
      dimension: 'nodes',
      limit: 2,
      before: 0,
      after: 3,
    });
    expect(plan.body.quota).toContainEqual({ scope: 'project', dimension: 'clusters', before: 0, after: 1 });
  });

  it('of one operation too many spares deletions', async () => {
    const tenant = await world.createTenant('busy');
    await world.limitTenant(tenant, { runningOperations: 1 });
    const made = await create(tenant, 'one');
    expect((await create(tenant, 'two')).body.quotas).toMatchObject([
      { dimension: 'runningOperations', used: 1, requested: 1 },
    ]);
    const deleted = await world.send('DELETE', `/v1/clusters/${made.body.cluster.id}`, { tenant });
    expect(deleted.status).toBe(202);
  });
});

describe('limits', () => {
  it('of one tenant are nothing to another, and unlimited usage is told as well', async () => {
    const [one, two] = [await world.createTenant('limited'), await world.createTenant('unlimited')];
    await world.limitTenant(one, { clusters: 0 });
    expect((await create(two, 'free')).status).toBe(202);
    const { body } = await world.send('GET', '/v1/usage', { tenant: two });
    expect(body.dimensions.slice(0, 4)).toEqual([
      { dimension: 'clusters', used: 1 },
      { dimension: 'nodePools', used: 1 },
      { dimension: 'nodes', used: 1 },
      { dimension: 'vcpu', used: 2 },
    ]);
  });

  it('of the configuration hold for old and new tenants, until the operator sets others', async () => {
    const [old, own] = [await world.createTenant('old'), await world.createTenant('own')];
    await create(old, 'there-before');
    await world.limitTenant(own, { clusters: 7 });
    await applyDefaultQuotas(world.database, { clusters: 1 });
    const deps = { database: world.database, newId, clock: () => new Date().toISOString() };
    const fleet = createFleetService(deps, world.sealer, { clusters: 1, apiKeys: 3 });
    const fresh = await fleet.createTenant(world.operator, { name: 'fresh' });
    const limitOf = async (id: string) => {
      const { dimensions, fromDefaults } = await world.services.quotas.getTenantQuota(id);
      return [fromDefaults, dimensions[0], dimensions[5]];
    };
    expect(await limitOf(old.id)).toEqual([
      true,
      { dimension: 'clusters', limit: 1, used: 1 },
      { dimension: 'apiKeys', used: 1 },
    ]);
    expect((await limitOf(own.id))[1]).toEqual({ dimension: 'clusters', limit: 7, used: 0 });
    expect(await limitOf(fresh.resource.tenant.id)).toEqual([
      true,
      { dimension: 'clusters', limit: 1, used: 0 },
      { dimension: 'apiKeys', limit: 3, used: 1 },
    ]);
    expect(await recountQuotas(world.database)).toEqual([]);
    expect((await create(old, 'too-many')).body.code).toBe('quota-exceeded');
  });

  it('are told of when four fifths are used and when all is, once for each crossing', async () => {
    const tenant = await world.createTenant('warned');
    await world.limitTenant(tenant, { clusters: 5 });
    for (const n of [1, 2, 3, 4, 5]) expect((await create(tenant, `c${n}`)).status).toBe(202);
    expect((await create(tenant, 'c6')).status).toBe(422);
    expect(await thresholds(tenant)).toEqual(['clusters 80: 4 of 5', 'clusters 100: 5 of 5']);
  });

  it('below what is used are taken, and nothing more is made', async () => {
    const tenant = await world.createTenant('shrunk');
    await create(tenant, 'one');
    await create(tenant, 'two');
    const { dimensions } = await world.limitTenant(tenant, { clusters: 1 });
    expect(dimensions[0]).toEqual({ dimension: 'clusters', limit: 1, used: 2 });
    expect((await create(tenant, 'three')).body.quotas[0]).toMatchObject({ used: 2, remaining: 0 });
    const { body } = await world.send('GET', '/v1/quotas', { tenant });
    expect(body.dimensions[0]).toEqual({ dimension: 'clusters', limit: 1, used: 2, remaining: 0 });
  });
});

describe('a counter that is wrong', () => {
  it('is put right by a recount, which says where', async () => {
    const tenant = await world.createTenant('drifted');
    await world.limitTenant(tenant, { clusters: 5 });
    await create(tenant, 'one');
    await world.testDatabase.pool.query('UPDATE tenant_quotas SET clusters = 4 WHERE tenant_id = $1', [
      tenant.id,
    ]);
    const said: string[] = [];
    const run = () =>
      runQuotas(['recount'], { DATABASE_URL: world.testDatabase.url }, (text) => void said.push(text));
    expect(await run()).toBe(2);
    expect(await run()).toBe(0);
    expect(said).toEqual([
      `${tenant.id} clusters: counted 4, there are 1; put right\n`,
      '1 counters were wrong\n',
      'every counter is right\n',
    ]);
    expect(await runQuotas(['list'], {})).toBe(1);
    expect(await recountQuotas(world.database)).toEqual([]);
  });
});

describe('what is deleted', () => {
  it('counts until it is really gone, and so do nodes that a smaller pool gives back', async () => {
    const fleet = await runFakeFleet(world, ['mc-one']);
    const tenant = await world.createTenant('leaver');
    await world.limitTenant(tenant, { clusters: 1, nodes: 5 });
    const { body } = await create(tenant, 'c', { spec: { nodePools: [{ name: 'w', replicas: 5 }] } });
    const url = `/v1/clusters/${body.cluster.id}`;
    const isReady = async () => (await world.send('GET', url, { tenant })).body.status.phase === 'ready';
    await eventually('the cluster is ready', isReady);

    const [pool] = (await world.send('GET', `/v1/node-pools?clusterId=${body.cluster.id}`, { tenant })).body
      .items;
    const smaller = { tenant, body: { spec: { replicas: 2 } } };
    expect((await world.send('PATCH', `/v1/node-pools/${pool.id}`, smaller)).status).toBe(202);
    await eventually('the nodes are given back', async () => (await world.usedBy(tenant))['nodes'] === 2);

    expect((await world.send('DELETE', url, { tenant })).status).toBe(202);
    await eventually(
      'the cluster is gone',
      async () => (await world.send('GET', url, { tenant })).status === 404,
    );
    expect(await world.usedBy(tenant)).toMatchObject({
      clusters: 0,
      nodePools: 0,
      nodes: 0,
      runningOperations: 0,
    });
    const told = await world.send('GET', '/v1/events?type=berth.quota.threshold.v1', { tenant });
    expect(told.body.items[0]).toMatchObject({ subject: tenant.id, sequence: expect.any(Number) });
    expect(told.body.items[0].clusterid).toBeUndefined();
    await fleet.stop();
  });

  it('still counts while nothing has taken it away', async () => {
    const tenant = await world.createTenant('waiting');
    await world.limitTenant(tenant, { clusters: 1, nodes: 5 });
    const { body } = await create(tenant, 'c', { spec: { nodePools: [{ name: 'w', replicas: 5 }] } });
    const [pool] = (await world.send('GET', `/v1/node-pools?clusterId=${body.cluster.id}`, { tenant })).body
      .items;
    await world.send('PATCH', `/v1/node-pools/${pool.id}`, { tenant, body: { spec: { replicas: 1 } } });
    expect(await world.usedBy(tenant)).toMatchObject({ nodes: 5 });
    await world.send('DELETE', `/v1/clusters/${body.cluster.id}`, { tenant });
    expect((await create(tenant, 'd')).body.quotas[0]).toMatchObject({ dimension: 'clusters', used: 1 });
  });
});
