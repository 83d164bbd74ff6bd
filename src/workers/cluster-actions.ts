import type { Lease } from '../db/lease.ts';
import {
  type ClusterRemotes,
  type ClusterWork,
  placeCluster,
  saveClusterWork,
  scheduleCluster,
} from '../db/repositories/cluster-work.ts';
import { listInfrastructureSteps } from '../db/repositories/infrastructure-steps.ts';
import { wakeNodePools } from '../db/repositories/node-pool-work.ts';
import type { Placement } from '../domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../domain/cluster/cluster-infrastructure.ts';
import { listObsoleteObjects } from '../domain/cluster/cluster-secrets.ts';
import { leftInCloud, leftOnManagementCluster } from '../domain/cluster/left-behind.ts';
import type { ClusterAction, ClusterObject } from '../domain/cluster/lifecycle.ts';
import { placementOf } from '../domain/placement/placement-request.ts';
import { attemptFailed, attemptSucceeded, lookSucceeded } from '../domain/shared/attempt.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { hostedClusterApiVersion } from '../domain/shared/kube-names.ts';
import type { KubeObject, KubeRef } from '../domain/shared/kube-object.ts';
import type { Attempt } from '../domain/shared/reconcile.ts';
import type { Remote } from '../domain/shared/remote.ts';
import { acknowledgedGeneration, clusterManifests, generateSecrets } from './cluster-manifests.ts';
import { desiredClusterHash } from './cluster-snapshot.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { finalizeCluster } from './finalize.ts';
import { checkExistingInfrastructure } from './infrastructure/check-existing-infrastructure.ts';
import { destroyClusterInfrastructure } from './infrastructure/destroy-cluster-infrastructure.ts';
import { ensureClusterInfrastructure } from './infrastructure/ensure-cluster-infrastructure.ts';
import { requestOf } from './infrastructure/infrastructure-request.ts';
import { removeAbandonedIssuer } from './issuer/cluster-issuer.ts';
import { recordSighting } from './observe.ts';
import { failureOf, fenced, type StepOutcome, tryChange } from './reconcile-step.ts';
import { remoteOf } from './remotes.ts';
import { removeObject } from './remove-object.ts';

export interface ClusterStep {
  readonly deps: WorkerDependencies;
  readonly lease: Lease;
  readonly work: ClusterWork;
}

const refsOf = (placement: Placement): Readonly<Record<ClusterObject, KubeRef>> => ({
  namespace: { apiVersion: 'v1', kind: 'Namespace', name: placement.namespace },
  hostedCluster: {
    apiVersion: hostedClusterApiVersion,
    kind: 'HostedCluster',
    namespace: placement.namespace,
    name: placement.hostedClusterName,
  },
});

const save = (step: ClusterStep, change: Parameters<typeof saveClusterWork>[2]): Promise<void> =>
  fenced(step.deps, step.work.cluster.tenantId, step.lease, (tx) =>
    saveClusterWork(tx, step.work.cluster.id, change),
  );

const placementOfStep = ({ work }: ClusterStep): Placement => {
  if (work.placement === undefined) throw new Error(`cluster ${work.cluster.id} has no placement`);
  return work.placement;
};

const change = (step: ClusterStep, action: ClusterAction['kind'], run: () => Promise<void>): Promise<void> =>
  tryChange(step.deps, {
    attempt: step.work.attempt,
    now: step.work.now,
    log: { clusterId: step.work.cluster.id, tenantId: step.work.cluster.tenantId, action },
    // What a try did is not known before its outcome is stored.
    save: (attempt: Attempt) => save(step, { attempt }),
    change: run,
  });

const place = (step: ClusterStep, action: Extract<ClusterAction, { kind: 'place' }>): Promise<void> => {
  const { cluster, now } = step.work;
  const placement = placementOf(cluster, action, now);
  return fenced(step.deps, cluster.tenantId, step.lease, async (tx) => {
    if (!(await placeCluster(tx, cluster.id, placement))) return;
    step.deps.logger.info({ clusterId: cluster.id, placement }, 'placed');
  });
};

const removeObsolete = async (step: ClusterStep, placement: Placement): Promise<void> => {
  const client = await step.deps.connections.get(placement.managementClusterId);
  for (const ref of listObsoleteObjects({ cluster: step.work.cluster, placement })) {
    const found = await client.get(ref);
    if (found?.metadata.uid !== undefined) await client.delete(ref, { uid: found.metadata.uid });
  }
};

const apply = async (step: ClusterStep): Promise<void> => {
  const { deps } = step;
  const placement = placementOfStep(step);
  const sealedSecrets = step.work.sealedSecrets ?? (await generateSecrets(deps.sealer, step.work));
  if (step.work.sealedSecrets === undefined) await save(step, { sealedSecrets });
  const work = { ...step.work, sealedSecrets };
  await change(step, 'apply', async () => {
    const client = await deps.connections.get(placement.managementClusterId);
    const applied: KubeObject[] = [];
    for (const object of await clusterManifests(deps.sealer, work, placement, sealedSecrets)) {
      applied.push(await client.apply(object));
    }
    await removeObsolete(step, placement);
    const hostedCluster = applied.find((object) => object.kind === 'HostedCluster');
    const outcome = {
      applied: {
        hash: await desiredClusterHash(deps, work),
        generation: await acknowledgedGeneration(deps.sealer, work, sealedSecrets),
        at: work.now,
      },
      attempt: attemptSucceeded,
      remote: {
        namespace: remoteOf(
          applied.find((object) => object.kind === 'Namespace'),
          work.now,
        ),
        hostedCluster: remoteOf(hostedCluster, work.now),
      },
    };
    await fenced(deps, work.cluster.tenantId, step.lease, async (tx) => {
      await saveClusterWork(tx, work.cluster.id, outcome);
      // The pools wait for the HostedCluster to be there.
      if (work.applied === undefined) await wakeNodePools(tx, work.cluster.id);
    });
    if (hostedCluster !== undefined) await recordSighting(deps, hostedCluster, work.now);
  });
};

const observe = async (step: ClusterStep, what: readonly ClusterObject[]): Promise<void> => {
  const { deps, work } = step;
  const placement = placementOfStep(step);
  const remote: { -readonly [Name in ClusterObject]: Remote } = { ...work.remote };
  try {
    const client = await deps.connections.get(placement.managementClusterId);
    for (const name of what) {
      const object = await client.get(refsOf(placement)[name]);
      remote[name] = remoteOf(object, work.now);
      if (object?.kind === 'HostedCluster') await recordSighting(deps, object, work.now);
    }
    await save(step, { remote, attempt: lookSucceeded(work.attempt) });
  } catch (error) {
    const failure = failureOf(error);
    deps.logger.warn({ clusterId: work.cluster.id, what, failure }, 'a look failed');
    await save(step, { attempt: attemptFailed(work.attempt, failure, work.now, deps.random()) });
  }
};

const unpause = (step: ClusterStep, uid: string): Promise<void> =>
  change(step, 'unpause', async () => {
    const placement = placementOfStep(step);
    const client = await step.deps.connections.get(placement.managementClusterId);
    const object = await client.mergePatch(
      refsOf(placement).hostedCluster,
      { spec: { pausedUntil: null } },
      { uid },
    );
    const remote: ClusterRemotes = { ...step.work.remote, hostedCluster: remoteOf(object, step.work.now) };
    await save(step, { remote, attempt: attemptSucceeded });
    await recordSighting(step.deps, object, step.work.now);
  });

const remove = (step: ClusterStep, what: ClusterObject, uid: string): Promise<void> =>
  change(step, what === 'namespace' ? 'deleteNamespace' : 'deleteHostedCluster', async () => {
    const placement = placementOfStep(step);
    const client = await step.deps.connections.get(placement.managementClusterId);
    const { now, remote } = step.work;
    const left = await removeObject(step.deps, client, { ref: refsOf(placement)[what], uid, now });
    await save(step, { remote: { ...remote, [what]: left }, attempt: attemptSucceeded });
  });

/** A forced deletion gives up what it cannot take away: it is written down before the deletion goes on without it. */
const abandon = async (
  step: ClusterStep,
  { where, message }: Extract<ClusterAction, { kind: 'abandon' }>,
): Promise<void> => {
  const { deps, work } = step;
  const { tenantId, id } = work.cluster;
  const left =
    where === 'cloud'
      ? leftInCloud(
          await listInfrastructureSteps(deps.database.tenant(tenantId), id),
          work.infrastructureState,
        )
      : leftOnManagementCluster(placementOfStep(step), message);
  deps.logger.error(
    { clusterId: id, tenantId, left, force: work.deletionForce },
    'a forced deletion leaves this behind',
  );
  const leftBehind = [...(work.leftBehind ?? []), ...left];
  await fenced(deps, tenantId, step.lease, async (tx) => {
    await saveClusterWork(tx, id, { leftBehind, attempt: attemptSucceeded });
    await wakeNodePools(tx, id);
  });
};

const lookAfterInfrastructure = (step: ClusterStep, isCheck: boolean): Promise<void> => {
  if (hasManagedInfrastructure(step.work.cluster)) return ensureClusterInfrastructure(step, isCheck);
  return checkExistingInfrastructure(step, requestOf(step.deps.clouds, step.work));
};

const waitUntil = async (step: ClusterStep, until: string, unplaced?: JsonObject): Promise<StepOutcome> => {
  const { cluster, wakes } = step.work;
  let isScheduled = false;
  await fenced(step.deps, cluster.tenantId, step.lease, async (tx) => {
    if (unplaced !== undefined) await saveClusterWork(tx, cluster.id, { unplaced });
    isScheduled = await scheduleCluster(tx, cluster.id, until, wakes);
  });
  return isScheduled ? 'done' : 'again';
};

/** Carries out one action. Every case is idempotent: it may have been done, in part or whole, before. */
export const performClusterAction = async (
  step: ClusterStep,
  action: ClusterAction,
): Promise<StepOutcome> => {
  switch (action.kind) {
    case 'place':
      await place(step, action);
      return 'again';
    case 'waitForPlacement': {
      const { reason, message, waitingOn } = action.unplaced;
      return waitUntil(step, action.until, { reason, message, waitingOn: { ...waitingOn } });
    }
    case 'apply':
      await apply(step);
      return 'again';
    case 'observe':
      await observe(step, action.what);
      return 'again';
    case 'unpause':
      await unpause(step, action.uid);
      return 'again';
    case 'deleteHostedCluster':
      await remove(step, 'hostedCluster', action.uid);
      return 'again';
    case 'deleteNamespace':
      await remove(step, 'namespace', action.uid);
      return 'again';
    case 'ensureInfrastructure':
      await lookAfterInfrastructure(step, action.isCheck);
      return 'again';
    case 'destroyInfrastructure':
      await destroyClusterInfrastructure(step, requestOf(step.deps.clouds, step.work));
      return 'again';
    case 'abandon':
      await abandon(step, action);
      return 'again';
    case 'finalize':
      await removeAbandonedIssuer(step);
      await finalizeCluster(step.deps, step.lease, step.work);
      return 'done';
    case 'wait':
      return waitUntil(step, action.until);
    default:
      return action satisfies never;
  }
};
