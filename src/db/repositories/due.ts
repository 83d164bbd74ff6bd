import type { SystemTx } from '../database.ts';

export interface Due {
  readonly tenantId: string;
  readonly id: string;
}

/** Clusters or node pools whose next attempt is due, the longest due first; by index, never a scan of the table. */
export const listDue = async (
  sql: SystemTx,
  table: 'clusters' | 'node_pools',
  overdueSeconds: number,
  limit: number,
): Promise<readonly Due[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    name: `due-${table}`,
    text: `SELECT tenant_id, id FROM ${table} WHERE next_attempt_at < now() - make_interval(secs => $1)
           ORDER BY next_attempt_at LIMIT $2`,
    values: [overdueSeconds, limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};

/**
 * What is due and was not asked for yet, in turns over the tenants; of the longest due only, as many as `among`, so that the
 * cost stays the same however much is due.
 */
export const listUnaskedDue = async (
  sql: SystemTx,
  table: 'clusters' | 'node_pools',
  overdueSeconds: number,
  limit: number,
  among = 20_000,
): Promise<readonly Due[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    name: `due-unasked-${table}`,
    text: `SELECT tenant_id, id FROM (
             SELECT d.tenant_id, d.id, d.next_attempt_at,
               row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.next_attempt_at) AS nth
             FROM (SELECT tenant_id, id, next_attempt_at FROM ${table}
                   WHERE next_attempt_at < now() - make_interval(secs => $1) ORDER BY next_attempt_at LIMIT $3) AS d
             WHERE NOT EXISTS (SELECT 1 FROM outbox o
               WHERE o.queue = $4 AND o.tenant_id = d.tenant_id AND o.target_id = d.id)) AS ranked
           ORDER BY nth, next_attempt_at LIMIT $2`,
    values: [overdueSeconds, limit, among, table === 'clusters' ? 'cluster' : 'node-pool'],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};

/** Clusters with an open operation whose deadline or stage may have passed without anything else happening. */
export const listOpenClusters = async (
  sql: SystemTx,
  afterId: string,
  limit: number,
): Promise<readonly Due[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    name: 'open-clusters',
    text: `SELECT DISTINCT tenant_id, cluster_id AS id FROM operations
           WHERE ended_at IS NULL AND cluster_id > $1 ORDER BY cluster_id LIMIT $2`,
    values: [afterId, limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};

/** Access grants that nobody has answered yet. */
export const listOpenGrants = async (sql: SystemTx, limit: number): Promise<readonly Due[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    name: 'open-grants',
    text: `SELECT tenant_id, id FROM access_grants WHERE state = 'requested' AND created_at > now() - interval '1 minute'
           ORDER BY created_at LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};

/** Removes what is kept for a day only: idempotency keys, forgotten access grants. Returns how many rows went. */
export const removeExpired = async (sql: SystemTx, limit: number): Promise<number> => {
  const keys = await sql.query({
    text: `DELETE FROM idempotency_keys WHERE (tenant_id, route, key) IN (
             SELECT tenant_id, route, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
             ORDER BY created_at LIMIT $1)`,
    values: [limit],
  });
  const grants = await sql.query({
    text: `DELETE FROM access_grants WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM access_grants WHERE created_at < now() - interval '1 hour' ORDER BY created_at LIMIT $1)`,
    values: [limit],
  });
  return keys.rowCount + grants.rowCount;
};
