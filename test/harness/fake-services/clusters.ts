import type { Cluster } from '../../../src/domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../../../src/domain/cluster/cluster-infrastructure.ts';
import { initialClusterStatus } from '../../../src/domain/cluster/cluster-status.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import type { ClusterService, NewCluster } from '../../../src/services/contract.ts';
import { applyPatch } from './apply-patch.ts';
import { addNodePool } from './node-pools.ts';
import { acceptOperation } from './operations.ts';
import { checkIfMatch, owned, pageOf, type World } from './world.ts';

const defaultProject = (world: World, tenantId: string): string => {
  const project = [...world.projects.values()].find(
    (one) => one.tenantId === tenantId && one.name === 'default',
  );
  if (project === undefined) throw new Error('the tenant has no default project');
  return project.id;
};

const newCluster = (world: World, tenantId: string, input: NewCluster, operationId: string): Cluster => {
  const at = world.now();
  const id = world.newId('cluster');
  const version = typeof input.spec.version === 'string' ? input.spec.version : '4.20.3';
  const release = { version, image: `quay.io/openshift-release-dev/ocp-release:${version}-x86_64` };
  return {
    tenantId,
    id,
    projectId: input.projectId ?? defaultProject(world, tenantId),
    name: input.name,
    labels: input.labels,
    generation: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    spec: input.spec,
    release,
    domainPrefix: input.spec.dns?.domainPrefix ?? input.name.slice(0, 15),
    infraId: `${input.name}-x7k2p`,
    status: initialClusterStatus({ infraId: `${input.name}-x7k2p`, version, desiredNodes: 0 }, at),
    operationId,
  };
};

const refuseTakenName = (world: World, tenantId: string, name: string): void => {
  for (const cluster of world.clusters.values())
    if (cluster.tenantId === tenantId && cluster.name === name)
      throw new BerthError('name-conflict', 'The name is taken in this project.', {
        problems: [{ pointer: '/name', code: 'taken', detail: 'Another cluster has this name.' }],
        extensions: { existingId: cluster.id },
      });
};

export const createFakeClusters = (world: World): ClusterService => ({
  createCluster: async (context, input) => {
    world.calls.push('createCluster');
    const { tenantId } = context;
    return world.once(context, () => {
      refuseTakenName(world, tenantId, input.name);
      const operationId = world.newId('operation');
      const resource = newCluster(world, tenantId, input, operationId);
      world.clusters.set(resource.id, resource);
      for (const { name, ...spec } of input.nodePools)
        addNodePool(world, resource, { name, clusterId: resource.id, labels: {}, spec });
      return { resource, operation: acceptOperation(world, resource, 'cluster.create', operationId) };
    });
  },
  planCluster: async () => ({ problems: [], resources: [], account: 'notAsked', quotas: [], quota: [] }),
  getCluster: async ({ tenantId }, id) => owned(world.clusters, tenantId, id),
  listClusterResources: async ({ tenantId }, id) => {
    owned(world.clusters, tenantId, id);
    return [];
  },
  listClusters: async ({ tenantId }, page, filter) => {
    const matches = [...world.clusters.values()].filter(
      (cluster) =>
        cluster.tenantId === tenantId &&
        (filter.name === undefined || cluster.name === filter.name) &&
        (filter.projectId === undefined || cluster.projectId === filter.projectId) &&
        (filter.phase === undefined || cluster.status.phase === filter.phase) &&
        Object.entries(filter.labels ?? {}).every(([key, value]) => cluster.labels[key] === value),
    );
    return pageOf(matches, page);
  },
  updateCluster: async ({ tenantId }, id, change) => {
    world.calls.push('updateCluster');
    const before = owned(world.clusters, tenantId, id);
    checkIfMatch(before, change.ifMatch);
    if (before.deletionRequestedAt !== undefined)
      throw new BerthError('resource-deleting', 'The resource is being deleted.');
    const operationId = world.newId('operation');
    const resource = {
      ...applyPatch(before, change),
      operationId,
      generation: before.generation + 1,
      revision: before.revision + 1,
      updatedAt: world.now(),
    };
    world.clusters.set(id, resource);
    return {
      resource,
      operation: acceptOperation(world, resource, 'cluster.update', operationId),
      replayed: false,
    };
  },
  rotateSigningKey: async (context, id, ifMatch) =>
    world.once(context, () => {
      world.calls.push('rotateSigningKey');
      const before = owned(world.clusters, context.tenantId, id);
      checkIfMatch(before, ifMatch);
      if (!hasManagedInfrastructure(before))
        throw new BerthError('admission-refused', 'The signing key is not Berth’s.');
      const operationId = world.newId('operation');
      const resource = {
        ...before,
        operationId,
        generation: before.generation + 1,
        revision: before.revision + 1,
        updatedAt: world.now(),
      };
      world.clusters.set(id, resource);
      return { resource, operation: acceptOperation(world, resource, 'cluster.update', operationId) };
    }),
  deleteCluster: async ({ tenantId }, id, ifMatch) => {
    world.calls.push('deleteCluster');
    const before = owned(world.clusters, tenantId, id);
    checkIfMatch(before, ifMatch);
    const running = before.deletionRequestedAt === undefined ? undefined : before.operationId;
    if (running !== undefined)
      return { resource: before, operation: owned(world.operations, tenantId, running), replayed: false };
    if (before.spec.deletionProtection === true)
      throw new BerthError('deletion-protected', 'Set spec.deletionProtection to false first.');
    const operationId = world.newId('operation');
    const resource: Cluster = {
      ...before,
      operationId,
      revision: before.revision + 1,
      deletionRequestedAt: world.now(),
      status: { ...before.status, phase: 'deleting' },
    };
    world.clusters.set(id, resource);
    return {
      resource,
      operation: acceptOperation(world, resource, 'cluster.delete', operationId),
      replayed: false,
    };
  },
});
