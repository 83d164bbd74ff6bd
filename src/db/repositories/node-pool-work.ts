import type { PinnedRelease } from '../../domain/cluster/cluster.ts';
import type { NodePool } from '../../domain/node-pool/node-pool.ts';
import type { ObservedNodePool } from '../../domain/node-pool/observed-node-pool.ts';
import type { NodePoolCharge } from '../../domain/quota/charge.ts';
import type { Applied, Attempt } from '../../domain/shared/reconcile.ts';
import type { Remote } from '../../domain/shared/remote.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { type Observation, type ObservationColumns, observationOf } from './cluster-work.ts';
import { type NodePoolRow, nodePoolColumns, toNodePool } from './node-pool-row.ts';

/** Everything that a worker knows of a node pool. */
export interface NodePoolWork {
  readonly now: string;
  readonly nodePool: NodePool;
  readonly applied?: Applied;
  readonly attempt: Attempt;
  readonly remote: Remote;
  readonly observation?: Observation<ObservedNodePool>;
  readonly wakes: number;
  /** What it counts for against quotas. */
  readonly charged: NodePoolCharge;
}

interface WorkRow extends NodePoolRow, ObservationColumns<ObservedNodePool> {
  readonly now: string;
  readonly applied: Applied | null;
  readonly attempt: Attempt;
  readonly remote: Remote | Record<string, never>;
  readonly wakes: number;
  readonly charged_nodes: number;
  readonly charged_vcpu: number | null;
}

const workColumns = nodePoolColumns.replace(/(\w+)/g, 'p.$1');

const selectWork = `SELECT ${workColumns}, now() AS now, p.applied, p.attempt, p.remote, p.wakes,
    p.charged_nodes, p.charged_vcpu, o.state AS observed_state,
    o.resource_version AS observed_version, o.gone AS observed_gone, o.observed_at
  FROM node_pools p LEFT JOIN observations o ON o.tenant_id = p.tenant_id AND o.id = p.id
  WHERE p.tenant_id = $1`;

const toWork = (row: WorkRow): NodePoolWork => ({
  now: row.now,
  nodePool: toNodePool(row),
  ...(row.applied === null ? {} : { applied: row.applied }),
  attempt: row.attempt,
  remote: 'state' in row.remote ? (row.remote as Remote) : { state: 'unknown' },
  ...observationOf(row),
  wakes: row.wakes,
  charged: { nodes: row.charged_nodes, ...(row.charged_vcpu === null ? {} : { vcpu: row.charged_vcpu }) },
});

export const loadNodePoolWork = async (tx: TenantTx, id: string): Promise<NodePoolWork | undefined> => {
  const { rows } = await tx.query<WorkRow>({
    name: 'node-pool-work',
    text: `${selectWork} AND p.id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toWork(rows[0]);
};

/** All pools of a cluster, oldest first. */
export const loadClusterNodePoolWork = async (
  tx: TenantTx,
  clusterId: string,
): Promise<readonly NodePoolWork[]> => {
  const { rows } = await tx.query<WorkRow>({
    name: 'node-pool-work-of-cluster',
    text: `${selectWork} AND p.cluster_id = $2 ORDER BY p.id`,
    values: [tx.tenantId, clusterId],
  });
  return rows.map(toWork);
};

export interface NodePoolWorkChange {
  readonly applied?: Applied;
  readonly attempt?: Attempt;
  readonly remote?: Remote;
  /** A pool that follows its control plane takes over the release that was completed there. */
  readonly release?: PinnedRelease;
}

export const saveNodePoolWork = async (
  tx: TenantTx,
  id: string,
  change: NodePoolWorkChange,
): Promise<void> => {
  const json = (value: unknown): string | null => (value === undefined ? null : jsonText(value));
  await tx.query({
    name: 'node-pool-work-save',
    text: `UPDATE node_pools SET applied = coalesce($3, applied), attempt = coalesce($4, attempt),
             remote = coalesce($5, remote), release_version = coalesce($6, release_version),
             release_image = coalesce($7, release_image)
           WHERE tenant_id = $1 AND id = $2`,
    values: [
      tx.tenantId,
      id,
      json(change.applied),
      json(change.attempt),
      json(change.remote),
      change.release?.version ?? null,
      change.release?.image ?? null,
    ],
  });
};

/** Puts the next attempt off, unless somebody has woken the pool since `wakes` was read. False: look again. */
export const scheduleNodePool = async (
  tx: TenantTx,
  id: string,
  until: string,
  wakes: number,
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'node-pool-schedule',
    text: 'UPDATE node_pools SET next_attempt_at = $3 WHERE tenant_id = $1 AND id = $2 AND wakes = $4',
    values: [tx.tenantId, id, until, wakes],
  });
  return rowCount === 1;
};

/** Makes pools of a cluster due now, and rings for them. */
export const wakeNodePools = async (tx: TenantTx, clusterId: string): Promise<void> => {
  await tx.query({
    name: 'node-pools-wake',
    text: `WITH woken AS (
             UPDATE node_pools SET next_attempt_at = now(), wakes = wakes + 1
             WHERE tenant_id = $1 AND cluster_id = $2 RETURNING id
           ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'node-pool', $1, id FROM woken`,
    values: [tx.tenantId, clusterId],
  });
};

export const removeNodePool = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: `WITH observed AS (DELETE FROM observations WHERE tenant_id = $1 AND id = $2),
             leased AS (DELETE FROM leases WHERE resource = 'node-pool:' || $2)
           DELETE FROM node_pools WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
};
