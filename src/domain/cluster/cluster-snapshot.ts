import type { ManagementCluster } from '../placement/management-cluster.ts';
import type { PlacementCandidate, Unplaced } from '../placement/place.ts';
import type { ApplyReason } from '../shared/apply-reason.ts';
import type { Applied, Attempt } from '../shared/reconcile.ts';
import type { Remote } from '../shared/remote.ts';
import type { Cluster, Placement } from './cluster.ts';
import type { InfrastructureSnapshot } from './cluster-infrastructure.ts';
import type { LeftBehind } from './left-behind.ts';

export type ClusterObject = 'namespace' | 'hostedCluster';

/**
 * Everything that the next step of a cluster depends on. All instants are of the database's clock. After an apply, unpause or
 * delete the worker stores the reply as the observation, or `unknown`; `observedAt` is the `now` of the snapshot that led to the look.
 */
export interface ClusterSnapshot {
  readonly now: string;
  readonly cluster: Pick<Cluster, 'id' | 'generation' | 'spec' | 'release' | 'deletionRequestedAt'>;
  readonly placement?: Placement;
  /** All management clusters; looked at only while the cluster is not placed. */
  readonly managementClusters: readonly ManagementCluster[];
  readonly applied?: Applied;
  /** Of the rendered manifests; empty before placement and during deletion, when nothing is rendered. */
  readonly desiredHash: string;
  readonly remote: Readonly<Record<ClusterObject, Remote>>;
  /** The pools that still have a row. */
  readonly nodePools: readonly { readonly id: string; readonly deletionRequestedAt?: string }[];
  readonly attempt: Attempt;
  /** Absent when the user brought the infrastructure, or there is none. */
  readonly infrastructure?: InfrastructureSnapshot;
  /** The deletion goes on although something cannot be taken away. */
  readonly isForced?: boolean;
  /** What was given up already. */
  readonly abandoned?: readonly LeftBehind['where'][];
}

type ClusterWaitReason =
  | 'UpToDate'
  | 'Backoff'
  | 'RemoteTerminating'
  | 'HostedClusterTerminating'
  | 'NodePoolsRemain'
  | 'NamespaceTerminating'
  | 'InfrastructurePending'
  | 'InfrastructureRemains';

export type ClusterAction =
  /** Store the placement (`placementOf`), nothing else. */
  | {
      readonly kind: 'place';
      readonly managementClusterId: string;
      readonly reason: string;
      readonly candidates: readonly PlacementCandidate[];
    }
  /** `unplaced.reason` and its companions are fit for the tenant, `candidates` only for the fleet operator. */
  | { readonly kind: 'waitForPlacement'; readonly until: string; readonly unplaced: Unplaced }
  /** Namespace, then Secrets and ConfigMaps, then the HostedCluster. */
  | { readonly kind: 'apply'; readonly why: ApplyReason }
  /** Read these objects from the server itself, not from a cache. */
  | { readonly kind: 'observe'; readonly what: readonly ClusterObject[] }
  | { readonly kind: 'unpause'; readonly uid: string }
  | { readonly kind: 'deleteHostedCluster'; readonly uid: string }
  | { readonly kind: 'deleteNamespace'; readonly uid: string }
  /** One pass over what Berth makes in the cloud; `isCheck` looks at all of it again. */
  | { readonly kind: 'ensureInfrastructure'; readonly isCheck: boolean }
  /** One pass that takes away what is there. */
  | { readonly kind: 'destroyInfrastructure' }
  /** Give up what cannot be taken away, and write down what it is. */
  | { readonly kind: 'abandon'; readonly where: LeftBehind['where']; readonly message: string }
  /** Nothing is left on the management cluster and in the cloud: remove the row, free the name, end the operation. */
  | { readonly kind: 'finalize' }
  | { readonly kind: 'wait'; readonly until: string; readonly reason: ClusterWaitReason };
