import type { PinnedRelease } from '../../domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';
import type { NodePoolSpec } from '../../domain/node-pool/node-pool-spec.ts';
import type { TenantTx } from '../database.ts';

/** Writes what the user changed of a cluster and makes it due at once. The caller holds the row. */
export const saveClusterSpec = async (
  tx: TenantTx,
  change: {
    readonly id: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly spec: ClusterSpec;
    readonly release: PinnedRelease;
    readonly pullSecretCredentialId: string;
    readonly operationId: string;
    readonly at: string;
  },
): Promise<void> => {
  await tx.query({
    name: 'cluster-save-spec',
    text: `UPDATE clusters SET labels = $3, spec = $4, release_version = $5, release_image = $6,
             pull_secret_credential_id = $7, operation_id = $8, updated_at = $9, next_attempt_at = $9, wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [
      tx.tenantId,
      change.id,
      JSON.stringify(change.labels),
      JSON.stringify(change.spec),
      change.release.version,
      change.release.image,
      change.pullSecretCredentialId,
      change.operationId,
      change.at,
    ],
  });
};

/** Marks a cluster and all its pools for deletion, and makes them due at once. */
export const markClusterDeleted = async (
  tx: TenantTx,
  id: string,
  operationId: string,
  at: string,
): Promise<void> => {
  await tx.query({
    name: 'cluster-mark-deleted',
    text: `UPDATE clusters SET deletion_requested_at = $3, operation_id = $4, updated_at = $3, next_attempt_at = $3, wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, at, operationId],
  });
  await tx.query({
    name: 'node-pools-mark-deleted',
    text: `UPDATE node_pools SET deletion_requested_at = $3, updated_at = $3, next_attempt_at = $3, wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND cluster_id = $2 AND deletion_requested_at IS NULL`,
    values: [tx.tenantId, id, at],
  });
};

export const saveNodePoolSpec = async (
  tx: TenantTx,
  change: {
    readonly id: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly spec: NodePoolSpec;
    readonly release: PinnedRelease;
    readonly operationId: string;
    readonly at: string;
  },
): Promise<void> => {
  await tx.query({
    name: 'node-pool-save-spec',
    text: `UPDATE node_pools SET labels = $3, spec = $4, release_version = $5, release_image = $6, operation_id = $7,
             updated_at = $8, next_attempt_at = $8, wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt', generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [
      tx.tenantId,
      change.id,
      JSON.stringify(change.labels),
      JSON.stringify(change.spec),
      change.release.version,
      change.release.image,
      change.operationId,
      change.at,
    ],
  });
};

export const markNodePoolDeleted = async (
  tx: TenantTx,
  id: string,
  operationId: string,
  at: string,
): Promise<void> => {
  await tx.query({
    name: 'node-pool-mark-deleted',
    text: `UPDATE node_pools SET deletion_requested_at = $3, operation_id = $4, updated_at = $3, next_attempt_at = $3, wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, at, operationId],
  });
};

/** Operations that a deletion overtakes end as cancelled. */
export const cancelOpenOperations = async (
  tx: TenantTx,
  target: { readonly clusterId: string; readonly targetId?: string },
  keepId: string,
  at: string,
): Promise<void> => {
  const error = JSON.stringify({
    code: 'superseded',
    detail: 'A deletion was requested before this operation had ended.',
    retryable: false,
    party: 'user',
  });
  await tx.query({
    name: 'operations-cancel',
    text: `UPDATE operations SET state = 'cancelled', ended_at = $4, revision = revision + 1, error = $5, waiting_on = NULL
           WHERE tenant_id = $1 AND cluster_id = $2 AND id <> $3 AND ended_at IS NULL
             AND ($6::text IS NULL OR target_id = $6)`,
    values: [tx.tenantId, target.clusterId, keepId, at, error, target.targetId ?? null],
  });
};
