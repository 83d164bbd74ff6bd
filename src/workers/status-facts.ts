import type { TenantTx } from '../db/database.ts';
import { type ClusterWork, loadClusterWork } from '../db/repositories/cluster-work.ts';
import { loadClusterNodePoolWork, type NodePoolWork } from '../db/repositories/node-pool-work.ts';
import { loadProjectionContext, type ProjectionContext } from '../db/repositories/projection.ts';
import { listReleases } from '../db/repositories/releases.ts';
import type { ClusterFacts, PoolFacts } from '../domain/cluster/cluster-facts.ts';
import {
  hasManagedInfrastructure,
  isInfrastructureKnown,
  reachesCloud,
} from '../domain/cluster/cluster-infrastructure.ts';
import { desiredReplicas } from '../domain/node-pool/desired-replicas.ts';
import type { NodePool } from '../domain/node-pool/node-pool.ts';
import type { NodePoolFacts } from '../domain/node-pool/node-pool-status.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { stalledStage } from '../domain/operation/stages.ts';
import type { PlatformType } from '../domain/platforms/platform-specs.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import type { Release } from '../domain/release/release.ts';
import { availableUpgrades } from '../domain/release/upgrades.ts';
import type { Remote } from '../domain/shared/remote.ts';
import { isBefore, plusSeconds } from '../domain/shared/time.ts';

/** Newest first; the catalogue has the rest. */
const shownUpgrades = 20;

export interface StatusInput {
  readonly work: ClusterWork;
  readonly pools: readonly NodePoolWork[];
  readonly context: ProjectionContext;
  readonly availableVersions: readonly string[];
}

const upgradesOf = (
  { cluster, observation }: ClusterWork,
  pools: readonly NodePoolWork[],
  { managementCluster }: ProjectionContext,
  releases: readonly Release[],
): readonly string[] => {
  const current = observation?.state?.completedVersion ?? cluster.status.version.current;
  return availableUpgrades(
    {
      controlPlane: { desired: cluster.release.version, ...(current === undefined ? {} : { current }) },
      supportedMinors: managementCluster?.supportedMinors ?? [],
      nodePools: pools.map(({ nodePool }) => ({ name: nodePool.name, version: nodePool.release.version })),
    },
    releases,
  ).slice(0, shownUpgrades);
};

export const loadStatusInput = async (tx: TenantTx, clusterId: string): Promise<StatusInput | undefined> => {
  // Asked for together: one wait for all of them.
  const [work, pools, context, releases] = await Promise.all([
    loadClusterWork(tx, clusterId),
    loadClusterNodePoolWork(tx, clusterId),
    loadProjectionContext(tx, clusterId),
    listReleases(tx),
  ]);
  if (work === undefined) return undefined;
  return { work, pools, context, availableVersions: upgradesOf(work, pools, context, releases) };
};

const seenGone = (remote: Remote, since: string | undefined): boolean =>
  since !== undefined && remote.state === 'absent' && !isBefore(remote.observedAt, since);

/** Machines that Berth can wait for: none on a platform where they join by hand. */
const countedReplicas = (nodePool: NodePool, platform: PlatformType): number =>
  platformOf(platform).hasMachines ? desiredReplicas(nodePool.spec) : 0;

const poolFacts = (
  { nodePool, applied, observation }: NodePoolWork,
  clusterVersion: string,
  platform: PlatformType,
): PoolFacts => ({
  id: nodePool.id,
  name: nodePool.name,
  generation: nodePool.generation,
  desired: countedReplicas(nodePool, platform),
  deleting: nodePool.deletionRequestedAt !== undefined,
  // A pool without a version of its own follows its control plane, and is not there before it has caught up.
  version: nodePool.spec.version ?? clusterVersion,
  ...(applied === undefined ? {} : { applied }),
  ...(observation?.state === undefined || observation.gone ? {} : { observed: observation.state }),
});

const hasPassed = (operation: Operation | undefined, now: string): boolean =>
  operation !== undefined && isBefore(operation.deadlineAt, now);

const openOperationOf = (input: StatusInput, targetId: string): Operation | undefined =>
  input.context.openOperations.findLast((operation) => operation.target.id === targetId);

/** Seconds for which an object may take to go before what holds it is told. */
const patience = 60;

/** What holds the deletion up, once it has had time to pass by itself. */
const heldByOf = ({ cluster, remote, now }: ClusterWork): string | undefined => {
  const since = cluster.deletionRequestedAt;
  if (since === undefined || isBefore(now, plusSeconds(since, patience))) return undefined;
  const held = [remote.hostedCluster, remote.namespace].find(
    (entry) => entry.state === 'present' && entry.heldBy !== undefined,
  );
  return held?.state === 'present' ? held.heldBy : undefined;
};

const infrastructureFacts = ({
  cluster,
  infrastructureState: state,
}: ClusterWork): Pick<ClusterFacts, 'infrastructure'> => {
  if (!reachesCloud(cluster)) return {};
  return {
    infrastructure: {
      isManaged: hasManagedInfrastructure(cluster),
      isKnown: isInfrastructureKnown(cluster),
      ...(state === undefined ? {} : { state }),
    },
  };
};

export const clusterFactsOf = (input: StatusInput): ClusterFacts => {
  const { work, pools, context } = input;
  const { cluster, now, observation } = work;
  const operation = openOperationOf(input, cluster.id);
  const stalled = operation && stalledStage(operation.type, operation.stages, now);
  const unplaced = work.unplaced as ClusterFacts['unplaced'];
  const held = heldByOf(work);
  return {
    now,
    cluster,
    ...(work.placement === undefined ? {} : { placement: work.placement }),
    ...(unplaced === undefined ? {} : { unplaced }),
    ...(work.applied === undefined ? {} : { applied: work.applied }),
    attempt: work.attempt,
    ...(context.managementCluster === undefined ? {} : { managementCluster: context.managementCluster }),
    ...(observation?.state === undefined || observation.gone ? {} : { hostedCluster: observation.state }),
    removed: {
      hostedCluster: seenGone(work.remote.hostedCluster, cluster.deletionRequestedAt),
      namespace: seenGone(work.remote.namespace, cluster.deletionRequestedAt),
    },
    pools: pools.map((pool) => poolFacts(pool, cluster.release.version, cluster.spec.platform.type)),
    availableVersions: input.availableVersions,
    deadlinePassed:
      cluster.status.phase === 'failed' ||
      (operation?.type === 'cluster.create' && hasPassed(operation, now)),
    ...(stalled === undefined ? {} : { stalledStage: stalled }),
    ...(held === undefined ? {} : { heldBy: held }),
    ...infrastructureFacts(work),
  };
};

export const nodePoolFactsOf = (input: StatusInput, pool: NodePoolWork): NodePoolFacts => {
  const { nodePool, observation, applied } = pool;
  const operation = openOperationOf(input, nodePool.id);
  return {
    now: pool.now,
    nodePool,
    wanted: desiredReplicas(nodePool.spec),
    desired: countedReplicas(nodePool, input.work.cluster.spec.platform.type),
    ...(applied === undefined ? {} : { applied }),
    attempt: pool.attempt,
    ...(observation?.state === undefined || observation.gone ? {} : { observed: observation.state }),
    removed: seenGone(pool.remote, nodePool.deletionRequestedAt),
    isClusterReachable: input.context.managementCluster?.reachable ?? true,
    deadlinePassed: nodePool.status.phase === 'failed' || hasPassed(operation, pool.now),
  };
};
