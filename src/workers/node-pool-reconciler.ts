import type { Lease } from '../db/lease.ts';
import {
  type NodePoolWorkChange,
  saveNodePoolWork,
  scheduleNodePool,
} from '../db/repositories/node-pool-work.ts';
import type { Placement } from '../domain/cluster/cluster.ts';
import { listNodePoolConfigMaps, listObsoleteConfigMaps } from '../domain/node-pool/node-pool-config-maps.ts';
import { decideNodePool, type NodePoolAction } from '../domain/node-pool/node-pool-lifecycle.ts';
import { attemptFailed, attemptSucceeded, lookSucceeded } from '../domain/shared/attempt.ts';
import { hostedClusterApiVersion, nodePoolObjectName } from '../domain/shared/kube-names.ts';
import type { KubeRef } from '../domain/shared/kube-object.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { finalizeNodePool } from './finalize.ts';
import { loadNodePoolContext, type NodePoolContext } from './node-pool-snapshot.ts';
import { recordSighting } from './observe.ts';
import { failureOf, fenced, type StepOutcome, tryChange } from './reconcile-step.ts';
import { remoteOf } from './remotes.ts';
import { removeObject } from './remove-object.ts';
import { projectStatus } from './status-projector.ts';
import { withLease } from './with-lease.ts';

const maxSteps = 20;

interface NodePoolStep {
  readonly deps: WorkerDependencies;
  readonly lease: Lease;
  readonly context: NodePoolContext;
}

const save = ({ deps, lease, context }: NodePoolStep, change: NodePoolWorkChange): Promise<void> => {
  const { tenantId, id } = context.work.nodePool;
  return fenced(deps, tenantId, lease, (tx) => saveNodePoolWork(tx, id, change));
};

const placementOfStep = ({ context }: NodePoolStep): Placement => {
  const { placement, cluster } = context.cluster;
  if (placement === undefined) throw new Error(`cluster ${cluster.id} has no placement`);
  return placement;
};

const refOf = (step: NodePoolStep): KubeRef => ({
  apiVersion: hostedClusterApiVersion,
  kind: 'NodePool',
  namespace: placementOfStep(step).namespace,
  name: nodePoolObjectName(step.context.work.nodePool.id),
});

const clientOf = (step: NodePoolStep) => step.deps.connections.get(placementOfStep(step).managementClusterId);

const change = (
  step: NodePoolStep,
  action: NodePoolAction['kind'],
  run: () => Promise<void>,
): Promise<void> => {
  const { work } = step.context;
  return tryChange(step.deps, {
    attempt: work.attempt,
    now: work.now,
    log: {
      nodePoolId: work.nodePool.id,
      clusterId: work.nodePool.clusterId,
      tenantId: work.nodePool.tenantId,
      action,
    },
    save: (attempt) => save(step, { attempt }),
    change: run,
  });
};

const removeConfigMaps = async (step: NodePoolStep, refs: readonly KubeRef[]): Promise<void> => {
  const client = await clientOf(step);
  for (const ref of refs) {
    const found = await client.get(ref);
    if (found?.metadata.uid !== undefined) await client.delete(ref, { uid: found.metadata.uid });
  }
};

const apply = (step: NodePoolStep): Promise<void> =>
  change(step, 'apply', async () => {
    const { work, manifest, configMaps, desiredHash, release } = step.context;
    if (manifest === undefined) throw new Error(`node pool ${work.nodePool.id} cannot be rendered now`);
    const client = await clientOf(step);
    for (const configMap of configMaps) await client.apply(configMap);
    const object = await client.apply(manifest);
    // A pool that was never applied has none to leave behind.
    if (work.applied !== undefined)
      await removeConfigMaps(
        step,
        listObsoleteConfigMaps({ nodePool: work.nodePool, placement: placementOfStep(step) }),
      );
    await save(step, {
      applied: { hash: desiredHash, generation: work.nodePool.generation, at: work.now },
      attempt: attemptSucceeded,
      remote: remoteOf(object, work.now),
      release,
    });
    await recordSighting(step.deps, object, work.now);
  });

const observe = async (step: NodePoolStep): Promise<void> => {
  const { deps, context } = step;
  const { work } = context;
  try {
    const client = await clientOf(step);
    const object = await client.get(refOf(step));
    await save(step, { remote: remoteOf(object, work.now), attempt: lookSucceeded(work.attempt) });
    if (object !== undefined) await recordSighting(deps, object, work.now);
  } catch (error) {
    const failure = failureOf(error);
    deps.logger.warn({ nodePoolId: work.nodePool.id, failure }, 'a look failed');
    await save(step, { attempt: attemptFailed(work.attempt, failure, work.now, deps.random()) });
  }
};

const unpause = (step: NodePoolStep, uid: string): Promise<void> =>
  change(step, 'unpause', async () => {
    const client = await clientOf(step);
    const object = await client.mergePatch(refOf(step), { spec: { pausedUntil: null } }, { uid });
    await save(step, { remote: remoteOf(object, step.context.work.now), attempt: attemptSucceeded });
    await recordSighting(step.deps, object, step.context.work.now);
  });

const remove = (step: NodePoolStep, uid: string): Promise<void> =>
  change(step, 'delete', async () => {
    const client = await clientOf(step);
    const { now, nodePool } = step.context.work;
    // Before the pool: afterwards nobody would come back for them.
    await removeConfigMaps(step, listNodePoolConfigMaps({ nodePool, placement: placementOfStep(step) }));
    const left = await removeObject(step.deps, client, { ref: refOf(step), uid, now });
    await save(step, { remote: left, attempt: attemptSucceeded });
  });

const waitUntil = async (step: NodePoolStep, until: string): Promise<StepOutcome> => {
  const { nodePool, wakes } = step.context.work;
  let isScheduled = false;
  await fenced(step.deps, nodePool.tenantId, step.lease, async (tx) => {
    isScheduled = await scheduleNodePool(tx, nodePool.id, until, wakes);
  });
  return isScheduled ? 'done' : 'again';
};

const perform = async (step: NodePoolStep, action: NodePoolAction): Promise<StepOutcome> => {
  switch (action.kind) {
    case 'apply':
      await apply(step);
      return 'again';
    case 'observe':
      await observe(step);
      return 'again';
    case 'unpause':
      await unpause(step, action.uid);
      return 'again';
    case 'delete':
      await remove(step, action.uid);
      return 'again';
    case 'finalize': {
      const platform = step.context.cluster.cluster.spec.platform.type;
      await finalizeNodePool(step.deps, step.lease, step.context.work, platform);
      return 'done';
    }
    case 'waitForCluster':
    case 'wait':
      return waitUntil(step, action.until);
    default:
      return action satisfies never;
  }
};

/** Load, decide, do one thing, record; until there is nothing to do but wait. */
export const reconcileNodePool = async (
  deps: WorkerDependencies,
  tenantId: string,
  id: string,
): Promise<void> => {
  await withLease(deps, `node-pool:${id}`, async (lease) => {
    for (let step = 0; step < maxSteps; step += 1) {
      const context = await loadNodePoolContext(deps, tenantId, id);
      if (context === undefined) return 'gone';
      const action = decideNodePool(context.snapshot);
      deps.logger.debug({ nodePoolId: id, action }, 'decided');
      const outcome = await perform({ deps, lease, context }, action);
      await projectStatus(deps, tenantId, context.work.nodePool.clusterId);
      if (outcome === 'done') return undefined;
    }
    deps.logger.warn({ nodePoolId: id }, 'too many steps in a row; the sweep goes on');
    return undefined;
  });
};
