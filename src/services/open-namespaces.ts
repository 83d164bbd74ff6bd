import type { TenantTx } from '../db/database.ts';
import { findOpenAccounts } from '../db/repositories/credential-accounts.ts';
import type { ClusterSpec } from '../domain/cluster/cluster-spec.ts';
import { nodePoolNamespaces } from '../domain/cluster/namespace-references.ts';
import type { NodePoolSpec } from '../domain/node-pool/node-pool-spec.ts';

/** Namespaces of the management clusters that a pool names and that are open to the tenant. */
export const findOpenNamespaces = (
  tx: TenantTx,
  cluster: ClusterSpec,
  nodePool: NodePoolSpec,
): Promise<ReadonlySet<string>> =>
  findOpenAccounts(
    tx,
    cluster.platform.type,
    nodePoolNamespaces(cluster, nodePool).map(({ namespace }) => namespace),
  );
