import type { ClusterStatus } from '../../domain/cluster/cluster.ts';
import type { NodePoolStatus } from '../../domain/node-pool/node-pool.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { NodePoolCharge } from '../../domain/quota/charge.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { type OperationRow, operationColumns, toOperation } from './operation-row.ts';

/** Holds the cluster's row: two projections of one cluster follow each other. False: there is no such cluster. */
export const lockForProjection = async (tx: TenantTx, clusterId: string): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'projection-lock',
    text: 'SELECT 1 FROM clusters WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
    values: [tx.tenantId, clusterId],
  });
  return rowCount === 1;
};

export interface ProjectionContext {
  readonly openOperations: readonly Operation[];
  readonly managementCluster?: {
    readonly reachable: boolean;
    readonly message: string;
    readonly supportedMinors: readonly string[];
  };
}

/** Open operations of a cluster and its pools, oldest first, and whether its management cluster answers. */
export const loadProjectionContext = async (tx: TenantTx, clusterId: string): Promise<ProjectionContext> => {
  const openOperations = tx.query<OperationRow>({
    name: 'projection-operations',
    text: `SELECT ${operationColumns} FROM operations
           WHERE tenant_id = $1 AND cluster_id = $2 AND ended_at IS NULL ORDER BY id`,
    values: [tx.tenantId, clusterId],
  });
  const placedOn = tx.query<{ reachable: boolean; message: string; supportedMinors: string[] }>({
    name: 'projection-fleet',
    text: `SELECT m.reachable, m.reachability_message AS message,
             m.supported_minors AS "supportedMinors" FROM clusters c
           JOIN management_clusters m ON m.id = c.management_cluster_id WHERE c.tenant_id = $1 AND c.id = $2`,
    values: [tx.tenantId, clusterId],
  });
  const [operations, fleet] = await Promise.all([openOperations, placedOn]);
  const [managementCluster] = fleet.rows;
  return {
    openOperations: operations.rows.map(toOperation),
    ...(managementCluster === undefined ? {} : { managementCluster }),
  };
};

export const saveClusterStatus = async (
  tx: TenantTx,
  id: string,
  status: ClusterStatus,
  at: string,
): Promise<void> => {
  await tx.query({
    name: 'cluster-status-save',
    text: `UPDATE clusters SET status = $3, phase = $4, updated_at = $5, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, jsonText(status), status.phase, at],
  });
};

export const saveNodePoolStatus = async (
  tx: TenantTx,
  id: string,
  status: NodePoolStatus,
  at: string,
): Promise<void> => {
  await tx.query({
    name: 'node-pool-status-save',
    text: `UPDATE node_pools SET status = $3, phase = $4, updated_at = $5, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, jsonText(status), status.phase, at],
  });
};

/** Stores what a node pool counts for against quotas from now on; nobody is refused by it. */
export const saveNodePoolCharge = async (tx: TenantTx, id: string, charge: NodePoolCharge): Promise<void> => {
  await tx.query({
    name: 'node-pool-charge-save',
    text: 'UPDATE node_pools SET charged_nodes = $3, charged_vcpu = $4 WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id, charge.nodes, charge.vcpu ?? null],
  });
};

/** Stores the progress of an operation; one that has ended wakes whoever waits for it, and teaches the estimate. */
export const saveOperation = async (tx: TenantTx, operation: Operation, platform: string): Promise<void> => {
  await tx.query({
    name: 'operation-save',
    text: `WITH saved AS (
        UPDATE operations SET state = $3, percent = $4, stages = $5, waiting_on = $6, error = $7, started_at = $8,
          ended_at = $9, estimated_completion_at = $10, revision = revision + 1
        WHERE tenant_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id, type, state, created_at, ended_at
      ), learnt AS (
        INSERT INTO operation_durations (type, platform, ended_at, seconds, operation_id)
        SELECT type, $11, ended_at, extract(epoch FROM ended_at - created_at), id FROM saved WHERE state = 'succeeded'
      )
      SELECT pg_notify('berth_operation', id) FROM saved WHERE ended_at IS NOT NULL`,
    values: [
      tx.tenantId,
      operation.id,
      operation.state,
      operation.percent,
      jsonText(operation.stages),
      operation.waitingOn === undefined ? null : jsonText(operation.waitingOn),
      operation.error === undefined ? null : jsonText(operation.error),
      operation.startedAt ?? null,
      operation.endedAt ?? null,
      operation.estimatedCompletionAt ?? null,
      platform,
    ],
  });
};

/** Median seconds of the last fifty successful operations of a kind; undefined when there is none yet. */
export const medianDuration = async (
  tx: TenantTx,
  type: string,
  platform: string,
): Promise<number | undefined> => {
  const { rows } = await tx.query<{ median: number | null }>({
    name: 'operation-median',
    text: `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median FROM (
             SELECT seconds FROM operation_durations WHERE type = $1 AND platform = $2 ORDER BY ended_at DESC LIMIT 50
           ) AS latest`,
    values: [type, platform],
  });
  return rows[0]?.median ?? undefined;
};
