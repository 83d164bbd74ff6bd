import type { PinnedRelease } from '../../domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';
import type { DeletionForce } from '../../domain/cluster/left-behind.ts';
import type { NodePoolSpec } from '../../domain/node-pool/node-pool-spec.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { NodePoolCharge } from '../../domain/quota/charge.ts';
import type { TenantTx } from '../database.ts';
import { channels } from '../notifications.ts';
import { type ChangeRecord, changeRecordCtes, changeRecordValues } from './change-record.ts';
import { type OperationRow, operationColumns, toOperation } from './operation-row.ts';

/** Writes what the user changed of a cluster with its record, and makes it due at once. The caller holds the row. */
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
  record: ChangeRecord,
): Promise<void> => {
  await tx.query({
    name: 'cluster-save-spec',
    text: `WITH saved AS (UPDATE clusters SET labels = $3, spec = $4, release_version = $5, release_image = $6,
             pull_secret_credential_id = $7, operation_id = $8, updated_at = $9, next_attempt_at = now(), wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2), ${changeRecordCtes(10)} SELECT 1`,
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
      ...changeRecordValues(record),
    ],
  });
};

/** Why operations end that a deletion overtakes. */
const superseded = JSON.stringify({
  code: 'superseded',
  detail: 'A deletion was requested before this operation had ended.',
  retryable: false,
  party: 'user',
});

/** Wakes whoever waits for what was cancelled, and returns it. */
const tellCancelled = `SELECT ${operationColumns}, pg_notify('${channels.operation}', id) FROM cancelled`;

/**
 * Marks a cluster and all its pools for deletion and makes them due at once, ends what the deletion overtakes as
 * cancelled, and stores the record: one round trip. The caller holds the row, and tells in the events what is returned:
 * the operations that were cancelled. Pools are rung for here, by who they are.
 */
export const markClusterDeleted = async (
  tx: TenantTx,
  deletion: { readonly id: string; readonly operationId: string; readonly at: string },
  record: ChangeRecord,
): Promise<readonly Operation[]> => {
  const { rows } = await tx.query<OperationRow>({
    name: 'cluster-mark-deleted',
    text: `WITH marked AS (
             UPDATE clusters SET deletion_requested_at = $3, operation_id = $4, updated_at = $3, next_attempt_at = now(),
               wakes = wakes + 1, attempt = attempt - 'nextAttemptAt',
               generation = generation + 1, revision = revision + 1
             WHERE tenant_id = $1 AND id = $2
           ), pools AS (
             UPDATE node_pools SET deletion_requested_at = $3, updated_at = $3, next_attempt_at = now(),
               wakes = wakes + 1, attempt = attempt - 'nextAttemptAt',
               generation = generation + 1, revision = revision + 1
             WHERE tenant_id = $1 AND cluster_id = $2 AND deletion_requested_at IS NULL RETURNING id
           ), pool_wakes AS (
             INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'node-pool', $1, id FROM pools
           ), cancelled AS (
             UPDATE operations SET state = 'cancelled', ended_at = $3, revision = revision + 1, error = $5,
               waiting_on = NULL
             WHERE tenant_id = $1 AND cluster_id = $2 AND ended_at IS NULL RETURNING ${operationColumns}
           ), ${changeRecordCtes(6)} ${tellCancelled}`,
    values: [
      tx.tenantId,
      deletion.id,
      deletion.at,
      deletion.operationId,
      superseded,
      ...changeRecordValues(record),
    ],
  });
  return rows.map(toOperation);
};

/** Notes that the deletion of a cluster is to go on although something cannot be taken away, and makes it due at once. */
export const forceClusterDeletion = async (tx: TenantTx, id: string, force: DeletionForce): Promise<void> => {
  await tx.query({
    name: 'cluster-force-deletion',
    text: `WITH forced AS (
             UPDATE clusters SET deletion_force = $3, next_attempt_at = now(), wakes = wakes + 1, revision = revision + 1
             WHERE tenant_id = $1 AND id = $2 RETURNING id
           ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', $1, id FROM forced`,
    values: [tx.tenantId, id, JSON.stringify(force)],
  });
};

export const saveNodePoolSpec = async (
  tx: TenantTx,
  change: {
    readonly id: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly spec: NodePoolSpec;
    readonly release: PinnedRelease;
    /** What the new spec counts for; what the pool has counted for until now counts on until it has settled. */
    readonly charge: NodePoolCharge;
    readonly operationId: string;
    readonly at: string;
  },
): Promise<void> => {
  await tx.query({
    name: 'node-pool-save-spec',
    text: `UPDATE node_pools SET labels = $3, spec = $4, release_version = $5, release_image = $6, operation_id = $7,
             updated_at = $8, next_attempt_at = now(), wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt', generation = generation + 1, revision = revision + 1,
             charged_nodes = greatest(charged_nodes, $9),
             charged_vcpu = CASE WHEN $10::int IS NOT NULL THEN greatest(charged_vcpu, $10) END
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
      change.charge.nodes,
      change.charge.vcpu ?? null,
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
    text: `UPDATE node_pools SET deletion_requested_at = $3, operation_id = $4, updated_at = $3, next_attempt_at = now(), wakes = wakes + 1,
             attempt = attempt - 'nextAttemptAt',
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, at, operationId],
  });
};

/** Operations of a node pool that its deletion overtakes end as cancelled; as markClusterDeleted returns them. */
export const cancelOpenOperations = async (
  tx: TenantTx,
  target: { readonly clusterId: string; readonly targetId: string },
  keepId: string,
  at: string,
): Promise<readonly Operation[]> => {
  const { rows } = await tx.query<OperationRow>({
    name: 'operations-cancel',
    text: `WITH cancelled AS (
             UPDATE operations SET state = 'cancelled', ended_at = $4, revision = revision + 1, error = $5, waiting_on = NULL
             WHERE tenant_id = $1 AND cluster_id = $2 AND id <> $3 AND ended_at IS NULL AND target_id = $6
             RETURNING ${operationColumns}
           ) ${tellCancelled}`,
    values: [tx.tenantId, target.clusterId, keepId, at, superseded, target.targetId],
  });
  return rows.map(toOperation);
};
