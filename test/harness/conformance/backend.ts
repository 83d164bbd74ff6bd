import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { KubeRef } from '../../../src/domain/shared/kube-object.ts';
import type { ManagementCluster } from '../../../src/providers/management-cluster/contract.ts';

/** The other writer of a management cluster, as the operator is one. */
export interface ConformanceOperator {
  mergePatch(ref: KubeRef, patch: JsonObject): Promise<void>;
  setStatus(ref: KubeRef, status: JsonObject): Promise<void>;
}

/** One server, real or not, that the conformance cases run on. */
export interface ConformanceBackend {
  /** List pages of three objects and short pauses of the watch, so that the cases are quick. */
  readonly cluster: ManagementCluster;
  readonly operator: ConformanceOperator;
  /** Requests that the cluster has sent so far. */
  requests(): number;
  /** Breaks every open watch stream. */
  cutWatches(): void;
  /** Makes every version that was given out before the latest write too old for the server. */
  expireVersions(): Promise<void>;
  close(): Promise<void>;
}

/** The watch of a conformance backend: reconnects at once, so that a case does not wait out pauses meant for outages. */
export const conformanceWatchTuning = { stableMs: 0, longestPauseMs: 1_000 };
export const conformancePageSize = 3;

export interface CaseContext extends ConformanceBackend {
  /** A namespace of this case alone, already there. */
  readonly namespace: string;
}

export interface ConformanceCase {
  readonly name: string;
  run(context: CaseContext): Promise<void>;
}
