import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lease, LeaseLostError, takeLease } from '../../../src/db/lease.ts';
import { loadClusterWork } from '../../../src/db/repositories/cluster-work.ts';
import type { IssuerStore } from '../../../src/providers/issuer-store/contract.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import type { InfrastructureWork } from '../../../src/workers/infrastructure/infrastructure-pass.ts';
import { ensureIssuer, removeIssuer } from '../../../src/workers/issuer/cluster-issuer.ts';
import { createTestWorld, newId, type TestWorld } from '../../harness/test-world.ts';

// Documents of an issuer are outside the database: only the lease keeps an overtaken worker from them.

let world: TestWorld;
let step: InfrastructureWork;
const writes: string[] = [];
const issuerStore: IssuerStore = {
  publish: async (path) => void writes.push(`publish ${path}`),
  remove: async (path) => void writes.push(`remove ${path}`),
  list: async () => [],
};

const take = async (resource: string, holder: string): Promise<Lease> => {
  const lease = await takeLease(world.database.system(), resource, holder);
  if (lease === undefined) throw new Error('the lease is not free');
  return lease;
};

const stepUnder = async (lease: Lease): Promise<InfrastructureWork> => {
  const { tenantId, id } = step.work.cluster;
  const work = await loadClusterWork(world.database.tenant(tenantId), id);
  if (work === undefined) throw new Error('the cluster is not there');
  return { ...step, lease, work };
};

beforeAll(async () => {
  world = await createTestWorld();
  const tenant = await world.createTenant('acme');
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name: 'fenced',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 1 }],
  });
  const work = await loadClusterWork(world.database.tenant(tenant.id), resource.id);
  if (work === undefined) throw new Error('the cluster is not there');
  const fake = createFakeManagementCluster();
  const deps = {
    ...world,
    connections: { get: async () => fake, ids: async () => [], close: async () => undefined },
    clouds: {
      instance: 'test',
      issuerUrl: 'https://oidc.test.example',
      signingKeyBits: 2048,
      issuerStore,
      providerOf: () => undefined,
    },
    newId,
    random: () => 0.5,
    holder: 'one',
  };
  step = { deps, work, lease: await take(`cluster:${resource.id}`, 'one') };
});
afterAll(() => world.close());

it('publishes and removes documents only for as long as the cluster is its own', async () => {
  const { infraId } = step.work.cluster;
  await ensureIssuer(step, false);
  const published = [
    `publish ${infraId}/openid/v1/jwks`,
    `publish ${infraId}/.well-known/openid-configuration`,
  ];
  expect(writes).toEqual(published);

  const overtaken = await stepUnder(step.lease);
  await world.testDatabase.pool.query(`UPDATE leases SET expires_at = '-infinity' WHERE resource = $1`, [
    step.lease.resource,
  ]);
  const other = await take(step.lease.resource, 'two');

  await expect(ensureIssuer(overtaken, true)).rejects.toBeInstanceOf(LeaseLostError);
  await expect(removeIssuer(overtaken)).rejects.toBeInstanceOf(LeaseLostError);
  expect(writes).toEqual(published);

  await removeIssuer(await stepUnder(other));
  expect(writes).toEqual([
    ...published,
    `remove ${infraId}/.well-known/openid-configuration`,
    `remove ${infraId}/openid/v1/jwks`,
  ]);
});
