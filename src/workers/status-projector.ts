import { isDeepStrictEqual } from 'node:util';
import type { TenantTx } from '../db/database.ts';
import { appendEvents } from '../db/event-log.ts';
import { type NodePoolWork, wakeNodePools } from '../db/repositories/node-pool-work.ts';
import {
  lockForProjection,
  medianDuration,
  saveClusterStatus,
  saveNodePoolCharge,
  saveNodePoolStatus,
  saveOperation,
} from '../db/repositories/projection.ts';
import type { Cluster, ClusterStatus } from '../domain/cluster/cluster.ts';
import { isApplied, isConverged } from '../domain/cluster/cluster-facts.ts';
import { isClusterStageDone, projectClusterStatus } from '../domain/cluster/cluster-status.ts';
import type { NewEvent } from '../domain/event/event.ts';
import {
  hasSettled,
  isNodePoolReady,
  isNodePoolStageDone,
  projectNodePoolStatus,
} from '../domain/node-pool/node-pool-status.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { operationEnded } from '../domain/operation/operation-ended.ts';
import { type OperationFacts, projectOperation } from '../domain/operation/operation-progress.ts';
import { runningStage } from '../domain/operation/stages.ts';
import { chargeOf, settleCharge } from '../domain/quota/charge.ts';
import type { NewId } from '../domain/shared/id.ts';
import type { Progress } from '../domain/shared/status.ts';
import { plusSeconds } from '../domain/shared/time.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { clusterEvents, nodePoolEvents } from './status-events.ts';
import { clusterFactsOf, loadStatusInput, nodePoolFactsOf, type StatusInput } from './status-facts.ts';

const progressOf = (operation: Operation | undefined): Progress | undefined =>
  operation && {
    stage: runningStage(operation.stages)?.name ?? operation.stages[0]?.name ?? 'queued',
    percent: operation.percent,
    startedAt: operation.startedAt ?? operation.createdAt,
    ...(operation.estimatedCompletionAt === undefined
      ? {}
      : { estimatedCompletionAt: operation.estimatedCompletionAt }),
  };

/** The estimate is learnt from the past when work begins; it is kept as it is afterwards. */
const withEstimate = async (tx: TenantTx, operation: Operation, platform: string): Promise<Operation> => {
  if (operation.startedAt === undefined || operation.estimatedCompletionAt !== undefined) return operation;
  const seconds = await medianDuration(tx, operation.type, platform);
  if (seconds === undefined) return operation;
  return { ...operation, estimatedCompletionAt: plusSeconds(operation.createdAt, seconds) };
};

const rollUp = async (
  tx: TenantTx,
  operations: readonly Operation[],
  facts: (operation: Operation) => OperationFacts,
  platform: string,
  newId: NewId,
): Promise<{ readonly operations: readonly Operation[]; readonly events: readonly NewEvent[] }> => {
  const after: Operation[] = [];
  const events: NewEvent[] = [];
  for (const operation of operations) {
    const projected = await withEstimate(tx, projectOperation(operation, facts(operation)), platform);
    after.push(projected);
    if (isDeepStrictEqual(projected, operation)) continue;
    await saveOperation(tx, projected, platform);
    if (projected.endedAt !== undefined) events.push(operationEnded(projected, newId));
  }
  return { operations: after, events };
};

const projectPools = async (tx: TenantTx, input: StatusInput, newId: NewId): Promise<readonly NewEvent[]> => {
  const platform = input.work.cluster.spec.platform.type;
  const events: NewEvent[] = [];
  const projectOne = async (pool: NodePoolWork): Promise<void> => {
    const facts = nodePoolFactsOf(input, pool);
    const status = projectNodePoolStatus(facts);
    const { nodePool } = pool;
    if (!isDeepStrictEqual(status, nodePool.status)) {
      await saveNodePoolStatus(tx, nodePool.id, status, facts.now);
      events.push(...nodePoolEvents(nodePool, status, newId));
    }
    const isReady = isNodePoolReady(facts);
    const charge = settleCharge(pool.charged, chargeOf(platform, nodePool.spec), hasSettled(facts));
    if (!isDeepStrictEqual(charge, pool.charged)) await saveNodePoolCharge(tx, nodePool.id, charge);
    const mine = input.context.openOperations.filter((operation) => operation.target.id === nodePool.id);
    const rolled = await rollUp(
      tx,
      mine,
      (operation) => ({
        now: facts.now,
        isStageDone: (stage) => isNodePoolStageDone(facts, stage),
        ...(status.waitingOn === undefined ? {} : { waitingOn: status.waitingOn }),
        isConverged: isReady && (facts.applied?.generation ?? 0) >= operation.generation,
        hasStarted: input.work.placement !== undefined,
      }),
      platform,
      newId,
    );
    events.push(...rolled.events);
  };
  for (const pool of input.pools) await projectOne(pool);
  return events;
};

const projectCluster = async (
  tx: TenantTx,
  input: StatusInput,
  newId: NewId,
): Promise<readonly NewEvent[]> => {
  const facts = clusterFactsOf(input);
  const { cluster } = facts;
  const projected = projectClusterStatus(facts);
  const mine = input.context.openOperations.filter((operation) => operation.target.id === cluster.id);
  const rolled = await rollUp(
    tx,
    mine,
    (operation) => ({
      now: facts.now,
      isStageDone: (stage) => isClusterStageDone(facts, stage),
      ...(projected.waitingOn === undefined ? {} : { waitingOn: projected.waitingOn }),
      isConverged:
        isConverged(facts) && isApplied(facts) && (facts.applied?.generation ?? 0) >= operation.generation,
      hasStarted: facts.placement !== undefined || facts.attempt.failures > 0,
    }),
    cluster.spec.platform.type,
    newId,
  );
  const { progress: _before, ...rest } = projected;
  const progress = progressOf(rolled.operations.findLast((operation) => operation.endedAt === undefined));
  const status: ClusterStatus = progress === undefined ? rest : { ...rest, progress };
  return [...(await saveIfChanged(tx, cluster, status, facts.now, newId)), ...rolled.events];
};

const saveIfChanged = async (
  tx: TenantTx,
  cluster: Cluster,
  status: ClusterStatus,
  now: string,
  newId: NewId,
): Promise<readonly NewEvent[]> => {
  if (isDeepStrictEqual(status, cluster.status)) return [];
  await saveClusterStatus(tx, cluster.id, status, now);
  return clusterEvents(cluster, status, newId);
};

/** The control plane has completed its release, and a pool without a version of its own has yet to take it over. */
const hasFollowers = ({ work, pools }: StatusInput): boolean => {
  const { release, deletionRequestedAt } = work.cluster;
  if (deletionRequestedAt !== undefined || work.observation?.state?.completedVersion !== release.version)
    return false;
  return pools.some(
    ({ nodePool }) => nodePool.spec.version === undefined && nodePool.release.version !== release.version,
  );
};

/**
 * The one writer of status: brings the status of a cluster, its pools and its open operations up to what is known,
 * with their events, in one commit. Nothing is written when nothing has changed.
 */
export const projectStatus = (
  deps: Pick<WorkerDependencies, 'database' | 'newId'>,
  tenantId: string,
  clusterId: string,
): Promise<void> =>
  deps.database.withTenant(tenantId, async (tx) => {
    if (!(await lockForProjection(tx, clusterId))) return;
    const input = await loadStatusInput(tx, clusterId);
    if (input === undefined) return;
    const events = [
      ...(await projectPools(tx, input, deps.newId)),
      ...(await projectCluster(tx, input, deps.newId)),
    ];
    await appendEvents(tx, input.work.cluster.projectId, events, input.work.now);
    if (hasFollowers(input)) await wakeNodePools(tx, clusterId);
  });
