import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../src/services/request-context.ts';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

// A client that hears nothing sends the same again, while the first is still under way: both hear of the same thing.

let world: TestWorld;
let tenant: TestTenant;
let clusterId: string;

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  const { resource } = await world.services.clusters.createCluster(tenant.context, {
    name: 'one',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  clusterId = resource.id;
});
afterAll(() => world.close());

const keyed = (context: RequestContext, key: string, body = 'same'): RequestContext => ({
  ...context,
  idempotency: { key, route: 'POST', requestHash: createHash('sha256').update(body).digest() },
});

type Make = (context: RequestContext, name: string) => Promise<{ resource: object; replayed: boolean }>;

const kinds: readonly { what: string; owner: () => RequestContext; make: Make }[] = [
  {
    what: 'project',
    owner: () => tenant.context,
    make: (context, name) => world.services.projects.createProject(context, { name, labels: {} }),
  },
  {
    what: 'credential',
    owner: () => tenant.context,
    make: (context, name) =>
      world.services.credentials.createCredential(context, {
        name,
        kind: 'powervsApiKey',
        value: 'k'.repeat(44),
      }),
  },
  {
    what: 'node pool',
    owner: () => tenant.context,
    make: (context, name) =>
      world.services.nodePools.createNodePool(context, {
        clusterId,
        name,
        labels: {},
        spec: { replicas: 1 },
      }),
  },
  {
    what: 'tenant',
    owner: () => world.operator,
    make: (context, name) => world.services.fleet.createTenant(context, { name }),
  },
  {
    what: 'management cluster',
    owner: () => world.operator,
    make: (context, name) =>
      world.services.fleet.registerManagementCluster(context, {
        name,
        labels: {},
        platforms: ['kubevirt'],
        capacity: 1,
        kubeconfig: 'text',
      }),
  },
];

describe.each(kinds)(
  'a $what asked for several times at once with one Idempotency-Key',
  ({ owner, make }) => {
    it('is made once, and every request is answered with it', async () => {
      const context = keyed(owner(), randomUUID());
      const replies = await Promise.all([1, 2, 3, 4].map(() => make(context, 'same')));
      expect(replies.map(({ replayed }) => replayed).toSorted()).toEqual([false, true, true, true]);
      for (const { resource } of replies) expect(resource).toEqual(replies[0]?.resource);
    });

    it('is refused with another key, and with the same key for another request', async () => {
      const key = randomUUID();
      const context = keyed(owner(), key);
      await make(context, 'other');
      await expect(make(keyed(owner(), randomUUID()), 'other')).rejects.toMatchObject({
        code: 'name-conflict',
      });
      await expect(make(keyed(owner(), key, 'another'), 'more')).rejects.toMatchObject({
        code: 'idempotency-key-reused',
      });
    });
  },
);
