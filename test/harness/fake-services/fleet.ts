import { BerthError } from '../../../src/domain/shared/error.ts';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { mergePatch } from '../../../src/domain/shared/merge-patch.ts';
import type { Tenant } from '../../../src/domain/tenant/tenant.ts';
import type { CatalogueService, FleetService, NewManagementCluster } from '../../../src/services/contract.ts';
import { checkIfMatch, notFound, pageOf, type RegisteredManagementCluster, type World } from './world.ts';

/** A tenant with its project `default`, known to the services from then on. */
export const addTenant = (world: World, name: string): Tenant => {
  const tenant = { id: world.newId('tenant'), name, createdAt: world.now() };
  world.tenants.set(tenant.id, tenant);
  const { createdAt } = tenant;
  const id = world.newId('project');
  world.projects.set(id, {
    tenantId: tenant.id,
    id,
    name: 'default',
    labels: {},
    generation: 1,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  });
  return tenant;
};

const found = <Item>(items: ReadonlyMap<string, Item>, id: string): Item => {
  const item = items.get(id);
  if (item === undefined) throw notFound();
  return item;
};

const register = (world: World, input: NewManagementCluster): RegisteredManagementCluster => {
  const at = world.now();
  return {
    id: world.newId('managementCluster'),
    name: input.name,
    labels: input.labels,
    region: input.region,
    platforms: input.platforms,
    supportedMinors: ['4.20', '4.19'],
    hasRoutes: true,
    cordoned: false,
    capacity: input.capacity,
    placed: 0,
    reachable: true,
    generation: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    reachabilityMessage: '',
    kubeconfig: { set: input.kubeconfig !== undefined, fingerprint: 'd1a2b3c4e5f6' },
  };
};

export const createFakeFleet = (world: World): FleetService => ({
  createTenant: async (context, { name }) =>
    world.once(context, () => {
      world.calls.push('createTenant');
      const tenant = addTenant(world, name);
      const key = `bk_${name}_made_admin_key`;
      const id = world.newId('apiKey');
      world.principals.set(key, { kind: 'apiKey', id, tenantId: tenant.id, grants: [{ role: 'admin' }] });
      const description = 'first key';
      const apiKey = {
        id,
        tenantId: tenant.id,
        role: 'admin',
        description,
        createdBy: context.principal.id,
        createdAt: tenant.createdAt,
        key,
      } as const;
      return { resource: { tenant, apiKey } };
    }),
  getTenant: async (id) => found(world.tenants, id),
  listTenants: async (page) => pageOf(world.tenants.values(), page),
  registerManagementCluster: async (context, input) =>
    world.once(context, () => {
      world.calls.push('registerManagementCluster');
      const resource = register(world, input);
      world.managementClusters.set(resource.id, resource);
      return { resource };
    }),
  getManagementCluster: async (id) => found(world.managementClusters, id),
  listManagementClusters: async (page) => pageOf(world.managementClusters.values(), page),
  updateManagementCluster: async (_context, id, change, ifMatch) => {
    world.calls.push('updateManagementCluster');
    const before = found(world.managementClusters, id);
    checkIfMatch(before, ifMatch);
    const { labels, kubeconfig, ...rest } = change;
    const changed = {
      ...before,
      ...rest,
      labels: mergePatch(before.labels as JsonObject, labels ?? {}) as Record<string, string>,
      kubeconfig: kubeconfig === undefined ? before.kubeconfig : { set: true, fingerprint: 'a1b2c3d4e5f6' },
      generation: before.generation + 1,
      revision: before.revision + 1,
      updatedAt: world.now(),
    };
    world.managementClusters.set(id, changed);
    return changed;
  },
  deleteManagementCluster: async (_context, id, ifMatch) => {
    world.calls.push('deleteManagementCluster');
    const before = found(world.managementClusters, id);
    checkIfMatch(before, ifMatch);
    if (before.placed > 0) throw new BerthError('resource-in-use', 'Clusters are placed on it.');
    world.managementClusters.delete(id);
  },
  allowCloudAccount: async (_context, { platform, account }, allowedTenantIds) => {
    world.calls.push('allowCloudAccount');
    const allowed = { platform, account, allowedTenantIds };
    world.cloudAccounts.set(`${platform}/${account}`, allowed);
    return allowed;
  },
  getCloudAccount: async ({ platform, account }) => found(world.cloudAccounts, `${platform}/${account}`),
});

export const createFakeCatalogue = (world: World): CatalogueService => ({
  listReleases: async () => [...world.releases.values()],
  putRelease: async (_context, release) => {
    world.calls.push('putRelease');
    world.releases.set(release.version, release);
    return release;
  },
});
