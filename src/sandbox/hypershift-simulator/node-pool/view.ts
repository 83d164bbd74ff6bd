import { type Stamp, wholeSeconds } from '../conditions.ts';
import type { HostedCluster, NodePool } from '../objects.ts';
import type { KnownReleases } from '../release.ts';
import { type Script, scriptOf } from '../scripts.ts';
import type { Waited } from '../steps.ts';

/** Everything that a decision about a NodePool rests on. */
export interface NodePoolView {
  readonly pool: NodePool;
  /** Of the same namespace and named by clusterName. */
  readonly cluster: HostedCluster | undefined;
  /** What is wrong with the ConfigMaps that `config` names. */
  readonly configProblem: string | undefined;
  readonly tuningProblem: string | undefined;
  readonly releases: KnownReleases;
  readonly now: number;
  readonly waited: Waited;
}

export const stampOf = (view: NodePoolView): Stamp => ({
  at: wholeSeconds(view.now),
  generation: view.pool.metadata.generation ?? 1,
});

/** The pool's own label wins over its cluster's. */
export const poolScriptOf = ({ pool, cluster }: NodePoolView): Script | undefined =>
  scriptOf(pool.metadata.labels) ?? scriptOf(cluster?.metadata.labels);
