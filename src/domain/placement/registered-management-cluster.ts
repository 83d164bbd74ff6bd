import type { ManagementCluster } from './management-cluster.ts';

/** A management cluster as the fleet operator sees it. The kubeconfig is shown by its fingerprint only. */
export interface RegisteredManagementCluster extends ManagementCluster {
  readonly generation: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly reachabilityMessage: string;
  readonly lastContactAt?: string;
  readonly serverVersion?: string;
  readonly kubeconfig: { readonly set: boolean; readonly fingerprint?: string };
}
