import { fleetTenant, recordsOf, type SystemTx } from '../db/database.ts';
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
import type { RegisteredManagementCluster } from '../domain/placement/registered-management-cluster.ts';
import type { QuotaLimits } from '../domain/quota/quota.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { mergePatch } from '../domain/shared/merge-patch.ts';
import { recordSimpleChange } from './audit.ts';
import { createCloudAccountAdministration } from './cloud-account-administration.ts';
import type { FleetService, ManagementClusterChange } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';
import { createTenantAdministration } from './tenant-administration.ts';

/** Clusters woken at once when the fleet has changed; the others follow by their own clock. */
const wokenAtOnce = 1000;

/** The audit trail shows what was changed, and of a kubeconfig only that it was. */
const shownInAudit = ({
  name,
  labels,
  capacity,
  cordoned,
  platforms,
}: RegisteredManagementCluster): JsonObject => ({
  name,
  labels: { ...labels },
  capacity,
  cordoned,
  platforms: [...platforms],
});

const changeInAudit = ({ kubeconfig, platforms, ...rest }: ManagementClusterChange): JsonObject => ({
  ...rest,
  ...(platforms === undefined ? {} : { platforms: [...platforms] }),
  ...(kubeconfig === undefined ? {} : { kubeconfig: { set: true } }),
});

const replayed = (stored: JsonObject) => ({
  resource: stored as unknown as RegisteredManagementCluster,
  replayed: true,
});

export const createFleetService = (
  deps: ServiceDependencies,
  sealer: Sealer,
  defaultQuotas: QuotaLimits = {},
): FleetService => {
  const { database } = deps;

  const seal = async (id: string, kubeconfig: string | undefined): Promise<StoredKubeconfig | undefined> => {
    if (kubeconfig === undefined) return undefined;
    const context = { tenantId: '', kind: 'management-cluster', id };
    return {
      ...(await sealer.seal(context, kubeconfig)),
      fingerprint: sealer.fingerprint(context, kubeconfig),
    };
  };

  const record = (
    tx: SystemTx,
    context: RequestContext,
    action: 'create' | 'update' | 'delete',
    id: string,
    audit: JsonObject,
    response?: RegisteredManagementCluster,
  ): Promise<void> =>
    recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, {
      action: `fleet.managementClusters.${action}`,
      targetId: id,
      audit,
      response: (response ?? {}) as unknown as JsonObject,
    });

  return guardService<FleetService>({
    ...createTenantAdministration(deps, sealer, defaultQuotas),
    ...createCloudAccountAdministration(deps),
    registerManagementCluster: async (context, input) => {
      const id = deps.newId('managementCluster');
      const kubeconfig = await seal(id, input.kubeconfig);
      const make = async (tx: SystemTx) => {
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
        const registered = await findManagementCluster(tx, id);
        if (registered === undefined) throw notFound();
        await record(tx, context, 'create', id, { after: { name: input.name } }, registered);
        return { resource: registered, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withSystem(make));
    },
    getManagementCluster: async (id) => {
      const found = await findManagementCluster(database.system(), id);
      if (found === undefined) throw notFound();
      return found;
    },
    listManagementClusters: (page) => listManagementClusters(database.system(), page),
    updateManagementCluster: async (context, id, change, ifMatch) => {
      const kubeconfig = await seal(id, change.kubeconfig);
      return database.withSystem(async (tx) => {
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
            kubeconfig,
          },
          deps.clock(),
        );
        await resumeUnplaced(tx, wokenAtOnce);
        await record(tx, context, 'update', id, {
          before: shownInAudit(before),
          after: changeInAudit(change),
        });
        const after = await findManagementCluster(tx, id);
        if (after === undefined) throw notFound();
        return after;
      });
    },
    deleteManagementCluster: (context, id, ifMatch) =>
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
        await record(tx, context, 'delete', id, { before: shownInAudit(before) });
      }),
  });
};
