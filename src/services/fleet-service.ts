import {
  findManagementCluster,
  findManagementClusterByName,
  insertManagementCluster,
  listManagementClusters,
  lockManagementCluster,
  removeManagementCluster,
  type StoredKubeconfig,
  saveManagementCluster,
} from '../db/repositories/management-cluster-registry.ts';
import { resumeUnplaced } from '../db/repositories/management-clusters.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import { BerthError } from '../domain/shared/error.ts';
import { mergePatch } from '../domain/shared/merge-patch.ts';
import type { FleetService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import { createTenantAdministration } from './tenant-administration.ts';

/** Clusters woken at once when the fleet has changed; the others follow by their own clock. */
const wokenAtOnce = 1000;

export const createFleetService = (deps: ServiceDependencies, sealer: Sealer): FleetService => {
  const { database } = deps;

  const seal = (id: string, kubeconfig: string | undefined): StoredKubeconfig | undefined => {
    if (kubeconfig === undefined) return undefined;
    const context = { tenantId: '', kind: 'management-cluster', id };
    return { ...sealer.seal(context, kubeconfig), fingerprint: sealer.fingerprint(context, kubeconfig) };
  };

  return guardService<FleetService>({
    ...createTenantAdministration(deps),
    registerManagementCluster: async (_context, input) => {
      const id = deps.newId('managementCluster');
      const kubeconfig = seal(id, input.kubeconfig);
      const created = await database.withSystem(async (tx) => {
        const row = { ...input, id, cordoned: false, kubeconfig };
        if (!(await insertManagementCluster(tx, row))) {
          const holder = await findManagementClusterByName(tx, input.name);
          throw new BerthError(
            'name-conflict',
            `There is a management cluster named "${input.name}" already.`,
            {
              problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
              ...(holder === undefined ? {} : { extensions: { existingId: holder.id } }),
            },
          );
        }
        return findManagementCluster(tx, id);
      });
      if (created === undefined) throw notFound();
      return { resource: created, replayed: false };
    },
    getManagementCluster: async (id) => {
      const found = await findManagementCluster(database.system(), id);
      if (found === undefined) throw notFound();
      return found;
    },
    listManagementClusters: (page) => listManagementClusters(database.system(), page),
    updateManagementCluster: (_context, id, change, ifMatch) =>
      database.withSystem(async (tx) => {
        const before = await lockManagementCluster(tx, id);
        if (before === undefined) throw notFound();
        checkIfMatch(before, ifMatch);
        const labels =
          change.labels === undefined
            ? before.labels
            : (mergePatch(before.labels, change.labels) as Record<string, string>);
        await saveManagementCluster(
          tx,
          {
            id,
            labels,
            platforms: change.platforms ?? before.platforms,
            capacity: change.capacity ?? before.capacity,
            cordoned: change.cordoned ?? before.cordoned,
            kubeconfig: seal(id, change.kubeconfig),
          },
          deps.clock(),
        );
        await resumeUnplaced(tx, wokenAtOnce);
        const after = await findManagementCluster(tx, id);
        if (after === undefined) throw notFound();
        return after;
      }),
    deleteManagementCluster: (_context, id, ifMatch) =>
      database.withSystem(async (tx) => {
        const before = await lockManagementCluster(tx, id);
        if (before === undefined) throw notFound();
        checkIfMatch(before, ifMatch);
        if (before.placed > 0) {
          throw new BerthError(
            'resource-in-use',
            `${before.placed} clusters are placed on it. Move or delete them first.`,
            {
              extensions: { clusters: before.placed },
            },
          );
        }
        await removeManagementCluster(tx, id);
      }),
  });
};
