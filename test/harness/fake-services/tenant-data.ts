import { BerthError } from '../../../src/domain/shared/error.ts';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { mergePatch } from '../../../src/domain/shared/merge-patch.ts';
import type { AccessService, ProjectService } from '../../../src/services/contract.ts';
import { checkIfMatch, owned, pageOf, type World } from './world.ts';

const ofTenant = <Item extends { readonly tenantId: string }>(
  items: Map<string, Item>,
  tenantId: string,
): Item[] => [...items.values()].filter((item) => item.tenantId === tenantId);

const versionNow = (at: string) => ({ generation: 1, revision: 1, createdAt: at, updatedAt: at });

export const createFakeProjects = (world: World): ProjectService => ({
  createProject: async (context, { name, labels }) =>
    world.once(context, () => {
      world.calls.push('createProject');
      const { tenantId } = context;
      const resource = { tenantId, id: world.newId('project'), name, labels, ...versionNow(world.now()) };
      world.projects.set(resource.id, resource);
      return { resource };
    }),
  getProject: async ({ tenantId }, id) => owned(world.projects, tenantId, id),
  listProjects: async ({ tenantId }, page) => pageOf(ofTenant(world.projects, tenantId), page),
  updateProject: async ({ tenantId }, id, labels, ifMatch) => {
    world.calls.push('updateProject');
    const before = owned(world.projects, tenantId, id);
    checkIfMatch(before, ifMatch);
    const merged = mergePatch(before.labels as JsonObject, labels) as Record<string, string>;
    const project = {
      ...before,
      labels: merged,
      generation: before.generation + 1,
      revision: before.revision + 1,
      updatedAt: world.now(),
    };
    world.projects.set(id, project);
    return project;
  },
  deleteProject: async ({ tenantId }, id, ifMatch) => {
    world.calls.push('deleteProject');
    checkIfMatch(owned(world.projects, tenantId, id), ifMatch);
    if (ofTenant(world.clusters, tenantId).some(({ projectId }) => projectId === id))
      throw new BerthError('resource-in-use', 'The project has clusters.');
    world.projects.delete(id);
  },
});

export const createFakeAccess = (world: World): AccessService => ({
  issueKubeconfig: async ({ tenantId }, clusterId, ttlSeconds) => {
    world.calls.push(`issueKubeconfig ${ttlSeconds}`);
    const cluster = owned(world.clusters, tenantId, clusterId);
    if (cluster.status.endpoints.api === undefined)
      throw new BerthError('not-ready', 'The control plane does not answer yet.', { retryAfterSeconds: 30 });
    return {
      kubeconfig: `apiVersion: v1\nkind: Config\nclusters:\n- name: ${cluster.name}\n`,
      expiresAt: '2026-11-30T13:00:00.000Z',
    };
  },
});
