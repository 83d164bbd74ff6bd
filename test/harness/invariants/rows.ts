import type { Pool } from 'pg';
import type { Placement } from '../../../src/domain/cluster/cluster.ts';

interface ResourceRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly generation: number;
  readonly phase: string;
  readonly observed: number;
  readonly deleting: boolean;
  readonly applied: boolean;
  /** Seconds until the next attempt; negative: overdue. */
  readonly due_in: number;
  /** A lease on it is held, and has not run out. */
  readonly held: boolean;
}

export interface ClusterRow extends ResourceRow {
  readonly project_id: string;
  readonly management_cluster_id: string | null;
  readonly placement: Placement | null;
}

export interface NodePoolRow extends ResourceRow {
  readonly cluster_id: string;
}

export interface OperationRow {
  readonly id: string;
  readonly target_id: string;
  readonly target_kind: 'cluster' | 'nodePool';
  readonly state: string;
}

export interface EventRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly sequence: number | null;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly phase?: string };
}

/** All that the checks read of the database, in one picture. */
export interface Rows {
  readonly clusters: readonly ClusterRow[];
  readonly nodePools: readonly NodePoolRow[];
  readonly operations: readonly OperationRow[];
  readonly events: readonly EventRow[];
  readonly heads: readonly { readonly tenant_id: string; readonly sequence: number }[];
  /** Ids of clusters and pools of which something is kept in another table. */
  readonly remains: readonly { readonly source: string; readonly id: string }[];
  /** Places taken on each management cluster: as counted, and as the clusters say. */
  readonly places: readonly { readonly id: string; readonly counted: number; readonly taken: number }[];
}

const resourceColumns = (alias: string, resource: string): string => `
  ${alias}.id, ${alias}.tenant_id, ${alias}.name, ${alias}.generation, ${alias}.phase,
  (${alias}.status ->> 'observedGeneration')::int AS observed, ${alias}.deletion_requested_at IS NOT NULL AS deleting,
  ${alias}.applied IS NOT NULL AS applied, extract(epoch FROM ${alias}.next_attempt_at - now())::float8 AS due_in,
  EXISTS (SELECT 1 FROM leases WHERE resource = '${resource}:' || ${alias}.id AND expires_at > now()) AS held`;

const remainsSql = `
  SELECT 'observations' AS source, id FROM observations
  UNION ALL SELECT 'access_grants', cluster_id FROM access_grants
  UNION ALL SELECT 'leases', split_part(resource, ':', 2) FROM leases
    WHERE (resource LIKE 'cluster:%' OR resource LIKE 'node-pool:%') AND expires_at = '-infinity'`;

const placesSql = `
  SELECT m.id, m.placed AS counted, count(c.id)::int AS taken
  FROM management_clusters m LEFT JOIN clusters c ON c.management_cluster_id = m.id GROUP BY m.id, m.placed`;

export const readRows = async (pool: Pool): Promise<Rows> => {
  const client = await pool.connect();
  const all = async <Row>(sql: string): Promise<readonly Row[]> => (await client.query(sql)).rows as Row[];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rows: Rows = {
      clusters: await all(
        `SELECT ${resourceColumns('c', 'cluster')}, c.project_id, c.management_cluster_id, c.placement FROM clusters c`,
      ),
      nodePools: await all(`SELECT ${resourceColumns('p', 'node-pool')}, p.cluster_id FROM node_pools p`),
      operations: await all('SELECT id, target_id, target_kind, state FROM operations'),
      events: await all('SELECT tenant_id, id, sequence, type, subject, data FROM events ORDER BY position'),
      heads: await all('SELECT tenant_id, sequence FROM event_heads'),
      remains: await all(remainsSql),
      places: await all(placesSql),
    };
    await client.query('COMMIT');
    return rows;
  } finally {
    client.release();
  }
};
