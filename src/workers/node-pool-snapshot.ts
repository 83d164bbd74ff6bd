import { type ClusterWork, loadClusterWork } from '../db/repositories/cluster-work.ts';
import { loadNodePoolWork, type NodePoolWork } from '../db/repositories/node-pool-work.ts';
import type { PinnedRelease } from '../domain/cluster/cluster.ts';
import { infrastructureOutputsOf, isInfrastructureKnown } from '../domain/cluster/cluster-infrastructure.ts';
import { renderNodePoolConfigMaps } from '../domain/node-pool/node-pool-config-maps.ts';
import type { NodePoolSnapshot } from '../domain/node-pool/node-pool-lifecycle.ts';
import { renderNodePool } from '../domain/node-pool/node-pool-manifest.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { hashManifests, newestRemote } from './remotes.ts';

export interface NodePoolContext {
  readonly work: NodePoolWork;
  readonly cluster: ClusterWork;
  readonly release: PinnedRelease;
  /** Undefined before placement and during deletion. */
  readonly manifest?: KubeObject;
  /** ConfigMaps that the manifest refers to. */
  readonly configMaps: readonly KubeObject[];
  readonly desiredHash: string;
  readonly snapshot: NodePoolSnapshot;
}

/**
 * The release that a pool runs now. One without a version of its own follows its control plane, once the rollout there
 * is complete: a pool must never be newer than its control plane.
 */
const releaseOf = ({ nodePool }: NodePoolWork, { cluster, observation }: ClusterWork): PinnedRelease => {
  if (nodePool.spec.version !== undefined) return nodePool.release;
  const completed = observation?.state?.completedVersion;
  return completed === cluster.release.version ? cluster.release : nodePool.release;
};

const isWithoutPlace = ({ nodePool }: NodePoolWork, { cluster }: ClusterWork): boolean => {
  const { spec, infraId } = cluster;
  const { hasPlaceFor } = platformOf(spec.platform.type);
  if (hasPlaceFor === undefined || !isInfrastructureKnown(cluster)) return false;
  const infrastructure = infrastructureOutputsOf(cluster);
  return !hasPlaceFor({ cluster: spec, nodePool: nodePool.spec, infraId, infrastructure });
};

const manifestOf = (
  work: NodePoolWork,
  cluster: ClusterWork,
  release: PinnedRelease,
): KubeObject | undefined => {
  const isGoing = work.nodePool.deletionRequestedAt ?? cluster.cluster.deletionRequestedAt;
  if (cluster.placement === undefined || isGoing !== undefined) return undefined;
  if (!isInfrastructureKnown(cluster.cluster) || isWithoutPlace(work, cluster)) return undefined;
  const nodePool = { ...work.nodePool, release };
  return renderNodePool({ cluster: cluster.cluster, nodePool, placement: cluster.placement });
};

export const loadNodePoolContext = async (
  deps: Pick<WorkerDependencies, 'database'>,
  tenantId: string,
  id: string,
): Promise<NodePoolContext | undefined> => {
  const tx = deps.database.tenant(tenantId);
  const work = await loadNodePoolWork(tx, id);
  const cluster = work && (await loadClusterWork(tx, work.nodePool.clusterId));
  if (work === undefined || cluster === undefined) return undefined;
  const release = releaseOf(work, cluster);
  const manifest = manifestOf(work, cluster, release);
  const { placement } = cluster;
  const configMaps =
    manifest === undefined || placement === undefined
      ? []
      : renderNodePoolConfigMaps({ nodePool: work.nodePool, placement });
  const desiredHash =
    manifest === undefined ? '' : `${work.nodePool.generation}:${hashManifests([...configMaps, manifest])}`;
  const { deletionRequestedAt } = cluster.cluster;
  const snapshot: NodePoolSnapshot = {
    now: work.now,
    nodePool: work.nodePool,
    cluster: {
      ...(deletionRequestedAt === undefined ? {} : { deletionRequestedAt }),
      ...(cluster.placement === undefined ? {} : { placement: cluster.placement }),
      ...(cluster.applied === undefined ? {} : { appliedAt: cluster.applied.at }),
      isAbandoned: cluster.leftBehind?.some(({ where }) => where === 'managementCluster') === true,
      hostedCluster: newestRemote(cluster.remote.hostedCluster, cluster.observation),
    },
    isWithoutPlace: isWithoutPlace(work, cluster),
    ...(work.applied === undefined ? {} : { applied: work.applied }),
    desiredHash,
    remote: newestRemote(work.remote, work.observation),
    attempt: work.attempt,
  };
  return {
    work,
    cluster,
    release,
    desiredHash,
    configMaps,
    snapshot,
    ...(manifest === undefined ? {} : { manifest }),
  };
};
