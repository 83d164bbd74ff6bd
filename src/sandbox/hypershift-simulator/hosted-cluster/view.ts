import { type Stamp, wholeSeconds } from '../conditions.ts';
import type { HostedCluster, NodePool } from '../objects.ts';
import type { KnownReleases } from '../release.ts';
import type { Waited } from '../steps.ts';
import type { ReferenceProblem } from './references.ts';

/** Everything that a decision about a HostedCluster rests on. */
export interface HostedClusterView {
  readonly cluster: HostedCluster;
  /** Of the same namespace and with this clusterName, also those that are being deleted. */
  readonly pools: readonly NodePool[];
  readonly referenceProblems: readonly ReferenceProblem[];
  /** Only looked up while the cluster is being deleted. */
  readonly controlPlaneNamespace: 'present' | 'terminating' | 'absent' | 'unknown';
  readonly releases: KnownReleases;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly waited: Waited;
}

export const stampOf = (view: { cluster: HostedCluster; now: number }): Stamp => ({
  at: wholeSeconds(view.now),
  generation: view.cluster.metadata.generation ?? 1,
});
