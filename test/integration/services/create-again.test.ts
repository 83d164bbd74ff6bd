import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClusterService } from '../../../src/services/cluster-service.ts';
import type { NewCluster } from '../../../src/services/contract.ts';
import { createReleaseCatalogue } from '../../../src/services/release-catalogue.ts';
import type { RequestContext } from '../../../src/services/request-context.ts';
import { createTestWorld, newId, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

// A tenant's second create is stored without a look at the project and the pull secret first. What stands in its
// way must be found all the same.

let world: TestWorld;
let tenant: TestTenant;

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  await world.services.clusters.createCluster(tenant.context, asked('first'));
});
afterAll(() => world.close());

const asked = (name: string, pullSecretCredentialId = tenant.pullSecretId): NewCluster => ({
  name,
  labels: {},
  spec: {
    version: '4.20.3',
    platform: { type: 'kubevirt', kubevirt: {} },
    dns: { baseDomain: 'example.com' },
    pullSecretCredentialId,
  },
  nodePools: [{ name: 'workers', replicas: 2 }],
});

const withKey = (key: string, body: string): RequestContext => ({
  ...tenant.context,
  idempotency: {
    key,
    route: 'POST /v1/clusters',
    requestHash: createHash('sha256').update(body).digest(),
  },
});

const create = (name: string, context = tenant.context) =>
  world.services.clusters.createCluster(context, asked(name));

const countOf = async (name: string): Promise<number> => {
  const { items } = await world.services.clusters.listClusters(tenant.context, { limit: 10 }, { name });
  return items.length;
};

describe('another cluster where one was made before', () => {
  it('is stored with its pools, its operation and its event', async () => {
    const { resource, operation, replayed } = await create('second');
    expect(replayed).toBe(false);
    expect(await world.services.clusters.getCluster(tenant.context, resource.id)).toEqual(resource);
    expect(await world.services.operations.getOperation(tenant.context, operation.id)).toEqual(operation);
    const pools = await world.services.nodePools.listNodePools(
      tenant.context,
      { limit: 10 },
      { clusterId: resource.id },
    );
    expect(pools.items.map((pool) => pool.name)).toEqual(['workers']);
  });

  it('is refused when its name is taken, with the id of who has it', async () => {
    const { resource } = await create('taken');
    await expect(create('taken')).rejects.toMatchObject({
      code: 'name-conflict',
      extensions: { existingId: resource.id },
    });
    expect(await countOf('taken')).toBe(1);
  });

  it('is the one that was made, when the request is the same', async () => {
    const { resource, operation } = await create('once', withKey('k-1', 'body'));
    const again = await create('once', withKey('k-1', 'body'));
    expect(again).toEqual({ resource, operation, replayed: true });
    expect(await countOf('once')).toBe(1);
  });

  it('is the one that was made, when the same request comes twenty times at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => create('crowd', withKey('k-2', 'body'))));
    expect(new Set(all.map(({ resource }) => resource.id)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countOf('crowd')).toBe(1);
  });

  it('is refused when the key was used for another request, and nothing of it is stored', async () => {
    await create('third', withKey('k-3', 'body'));
    await expect(create('fourth', withKey('k-3', 'other body'))).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
    expect(await countOf('fourth')).toBe(0);
  });

  it('gets a prefix of its own when another tenant has the usual one', async () => {
    const other = await world.createTenant('other');
    await world.services.clusters.createCluster(other.context, asked('shared', other.pullSecretId));
    const { resource } = await create('shared');
    expect(resource.domainPrefix).toMatch(/^shared-[a-z0-9]+$/);
  });

  it('gets a prefix of its own when a cluster below another base domain has the same host names', async () => {
    const below = (name: string, baseDomain: string, domainPrefix?: string): NewCluster => {
      const made = asked(name);
      const publishing = { strategy: 'route' as const, externalDnsDomain: 'apps.example.com' };
      return { ...made, spec: { ...made.spec, publishing, dns: { baseDomain, domainPrefix } } };
    };
    const { createCluster } = world.services.clusters;
    const { resource: first } = await createCluster(tenant.context, below('named', 'a.example.com', 'named'));
    expect(first.domainPrefix).toBe('named');
    await expect(
      createCluster(tenant.context, below('other', 'b.example.com', 'named')),
    ).rejects.toMatchObject({ problems: [{ pointer: '/spec/dns/domainPrefix', code: 'taken' }] });
    const other = await world.createTenant('fourth');
    const { spec, ...rest } = below('named', 'b.example.com');
    const { resource } = await createCluster(other.context, {
      ...rest,
      spec: { ...spec, pullSecretCredentialId: other.pullSecretId },
    });
    expect(resource.domainPrefix).toMatch(/^named-[a-z0-9]+$/);
  });

  it('gets another id when the end of its id makes a prefix that is taken', async () => {
    const name = 'a-name-that-is-too-long-for-a-prefix';
    const other = await world.createTenant('third');
    const { resource: first } = await world.services.clusters.createCluster(
      other.context,
      asked(name, other.pullSecretId),
    );
    const ids = [`${newId('cluster').slice(0, -5)}${first.id.slice(-5)}`, newId('cluster')];
    const unasked = () => Promise.reject(new Error('a create asks no worker'));
    const unlucky = createClusterService(
      {
        database: world.database,
        newId: (kind) => (kind === 'cluster' ? (ids.shift() ?? newId(kind)) : newId(kind)),
        clock: () => new Date().toISOString(),
        catalogue: createReleaseCatalogue(world.database, () => performance.now()),
      },
      unasked,
    );
    const { resource } = await unlucky.createCluster(tenant.context, asked(name));
    expect(resource.domainPrefix).not.toBe(first.domainPrefix);
    expect(resource.domainPrefix).toMatch(/^a-name-th-[a-z0-9]{5}$/);
  });

  it('is refused when the pull secret has gone meanwhile', async () => {
    const { credentials, clusters } = world.services;
    const secret = await credentials.createCredential(tenant.context, {
      name: 'short-lived',
      kind: 'pullSecret',
      value: '{"auths":{"registry.example.com":{"auth":"dXNlcjpwYXNz"}}}',
    });
    const { id } = secret.resource;
    const { resource } = await clusters.createCluster(tenant.context, asked('with-secret', id));
    // As if the cluster had been taken away and the secret after it.
    const { pool } = world.testDatabase;
    await pool.query('DELETE FROM node_pools WHERE cluster_id = $1', [resource.id]);
    await pool.query('DELETE FROM clusters WHERE id = $1', [resource.id]);
    await pool.query('DELETE FROM credentials WHERE id = $1', [id]);
    await expect(clusters.createCluster(tenant.context, asked('without-secret', id))).rejects.toMatchObject({
      code: 'admission-refused',
      problems: [{ pointer: '/spec/pullSecretCredentialId' }],
    });
    expect(await countOf('without-secret')).toBe(0);
  });
});
