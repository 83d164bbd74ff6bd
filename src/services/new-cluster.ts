import type { NewNodePoolRow } from '../db/repositories/cluster-create.ts';
import type { Cluster, PinnedRelease } from '../domain/cluster/cluster.ts';
import type { NewNodePool } from '../domain/cluster/cluster-spec.ts';
import { initialClusterStatus } from '../domain/cluster/cluster-status.ts';
import { desiredReplicas } from '../domain/node-pool/desired-replicas.ts';
import { initialNodePoolStatus } from '../domain/node-pool/node-pool-status.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import { chargeOf } from '../domain/quota/charge.ts';
import { infraIdOf } from '../domain/shared/names.ts';
import type { NewCluster } from './contract.ts';

export interface ClusterIds {
  readonly tenantId: string;
  readonly id: string;
  readonly projectId: string;
  readonly operationId: string;
  readonly domainPrefix: string;
}

/** The stored form of a new cluster at the moment of its creation. */
export const newClusterOf = (
  input: NewCluster,
  ids: ClusterIds,
  release: PinnedRelease,
  at: string,
): Cluster => {
  const infraId = platformOf(input.spec.platform.type).infraIdOf(input.spec) ?? infraIdOf(ids.id);
  const desiredNodes = input.nodePools.reduce((sum, pool) => sum + desiredReplicas(pool), 0);
  return {
    ...ids,
    name: input.name,
    labels: input.labels,
    generation: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    spec: input.spec,
    // A release of the catalogue says more than what is pinned.
    release: { version: release.version, image: release.image },
    infraId,
    status: initialClusterStatus({ infraId, version: release.version, desiredNodes }, at),
  };
};

/** Node pools that come with a cluster. Their release is pinned by `releaseOf`. */
export const newNodePoolRows = (
  cluster: Cluster,
  pools: readonly NewNodePool[],
  newPoolId: () => string,
  releaseOf: (version: string | undefined) => PinnedRelease,
): readonly NewNodePoolRow[] =>
  pools.map(({ name, ...spec }) => {
    const release = releaseOf(spec.version);
    const status = initialNodePoolStatus(desiredReplicas(spec));
    return {
      id: newPoolId(),
      clusterId: cluster.id,
      projectId: cluster.projectId,
      name,
      labels: {},
      spec,
      releaseVersion: release.version,
      releaseImage: release.image,
      operationId: null,
      status,
      phase: status.phase,
      charge: chargeOf(cluster.spec.platform.type, spec),
    };
  });
