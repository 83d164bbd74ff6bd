import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '../../harness/test-world.ts';
import { createQuotaWorld, type QuotaWorld, tally } from './quota-world.ts';

let world: QuotaWorld;
let tenants = 0;

beforeAll(async () => {
  world = await createQuotaWorld();
});
afterAll(() => world.close());

const newTenant = () => {
  tenants += 1;
  return world.createTenant(`parallel-${tenants}`);
};

const fifty = Array.from({ length: 50 }, (_, n) => n);

const createMany = (tenant: TestTenant, change: Record<string, unknown> = {}) =>
  Promise.all(
    fifty.map((n) =>
      world.sendTo(n, tenant, 'POST', '/v1/clusters', world.clusterBody(`c${n}`, change, tenant)),
    ),
  );

const makeCluster = async (tenant: TestTenant, name: string, change: Record<string, unknown> = {}) => {
  const made = await world.sendTo(0, tenant, 'POST', '/v1/clusters', world.clusterBody(name, change, tenant));
  expect(made.status).toBe(202);
  return made.body.cluster.id as string;
};

describe('fifty requests at once over three servers', () => {
  it.each(Array.from({ length: 20 }, (_, n) => n + 1))(
    'make exactly ten clusters where ten are allowed, time %i',
    async () => {
      const tenant = await newTenant();
      await world.limitTenant(tenant, { clusters: 10 });
      expect(tally(await createMany(tenant))).toEqual({ '202': 10, '422 quota-exceeded': 40 });
      expect(await world.usedBy(tenant)).toMatchObject({
        clusters: 10,
        nodePools: 10,
        runningOperations: 10,
      });
    },
    60_000,
  );

  it('make exactly as many node pools as are allowed', async () => {
    const tenant = await newTenant();
    const ids = await Promise.all(
      fifty.slice(0, 10).map((n) => makeCluster(tenant, `c${n}`, { spec: { nodePools: [] } })),
    );
    await world.limitTenant(tenant, { nodePools: 10 });
    const made = await Promise.all(
      fifty.map((n) => {
        const body = { name: `p${n}`, clusterId: ids[n % 10], spec: { replicas: 1 } };
        return world.sendTo(n, tenant, 'POST', '/v1/node-pools', body);
      }),
    );
    expect(tally(made)).toEqual({ '202': 10, '422 quota-exceeded': 40 });
    expect(await world.usedBy(tenant)).toMatchObject({ nodePools: 10, nodes: 10 });
  });

  it('scale up by exactly as many nodes as are allowed', async () => {
    const tenant = await newTenant();
    const ids = await Promise.all(fifty.slice(0, 20).map((n) => makeCluster(tenant, `c${n}`)));
    const pools = await Promise.all(
      ids.map(async (id) => {
        const page = await world.send('GET', `/v1/node-pools?clusterId=${id}`, { tenant });
        return page.body.items[0].id as string;
      }),
    );
    // Twenty are used, and seven more pools can have three.
    await world.limitTenant(tenant, { nodes: 35, vcpu: 1000 });
    const scaled = await Promise.all(
      pools.map((id, n) =>
        world.sendTo(n, tenant, 'PATCH', `/v1/node-pools/${id}`, { spec: { replicas: 3 } }),
      ),
    );
    expect(tally(scaled)).toEqual({ '202': 7, '422 quota-exceeded': 13 });
    expect(await world.usedBy(tenant)).toMatchObject({ nodes: 34, vcpu: 68 });
  });

  it('stay within the limit of a project inside that of the tenant', async () => {
    const tenant = await newTenant();
    const project = await world.send('POST', '/v1/projects', { tenant, body: { name: 'small' } });
    const limits = await world.send('PUT', `/v1/projects/${project.body.id}/quotas`, {
      tenant,
      body: { limits: { clusters: 4 } },
    });
    expect(limits.status).toBe(200);
    await world.limitTenant(tenant, { clusters: 10 });
    const inProject = await createMany(tenant, { projectId: project.body.id });
    expect(tally(inProject)).toEqual({ '202': 4, '422 quota-exceeded': 46 });
    const inDefault = await createMany(tenant);
    expect(tally(inDefault)).toEqual({ '202': 6, '422 quota-exceeded': 44 });
    expect(await world.usedBy(tenant, project.body.id)).toMatchObject({ clusters: 4, nodes: 4 });
    expect(await world.usedBy(tenant)).toMatchObject({ clusters: 10 });
  });

  it('never deadlock when limits are set meanwhile', async () => {
    const tenant = await newTenant();
    const setting = Promise.all(
      fifty.slice(0, 10).map(() => world.limitTenant(tenant, { clusters: 20, nodes: 1000 })),
    );
    const made = tally(await createMany(tenant));
    await setting;
    const { clusters = 0 } = await world.usedBy(tenant);
    expect(clusters).toBe(made['202']);
    expect(Object.keys(made).every((key) => key === '202' || key === '422 quota-exceeded')).toBe(true);
  });
});
