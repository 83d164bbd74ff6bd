import type { Pool } from 'pg';
import { typeidUnboxed } from 'typeid-js';
import { idSuffix } from '../../src/domain/shared/id.ts';
import type { BenchTenant } from './prepare.ts';

const batchSize = 2000;
/** Clusters that carry one value of the label `team`, over all tenants: what a filter finds of a tenant is ten. */
const teamSizePerTenant = 10;

export interface FillRequest {
  /** The cluster whose rows are copied, with everything that belongs to it. */
  readonly modelId: string;
  readonly prefix: string;
  readonly count: number;
  readonly tenants: readonly BenchTenant[];
  /** Whether the copies stand on the model's management cluster, so that what it reports reaches them. */
  readonly keepManagementCluster: boolean;
}

/**
 * Rows that belong to a cluster are copied with new ids; whatever else they hold stays as the model has it, so that
 * no column is forgotten here when the schema grows. A copy has nothing due: workers leave it alone.
 */
const copyStatement = `
  WITH fresh AS (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS f (n int, tenant_id text, project_id text, credential_id text, id text,
      suffix text, prefix text, name text, team text)
  ), copies AS (
    SELECT r.* FROM clusters m CROSS JOIN fresh f CROSS JOIN LATERAL jsonb_populate_record(m, jsonb_build_object(
      'tenant_id', f.tenant_id, 'id', f.id, 'project_id', f.project_id, 'name', f.name, 'domain_prefix', f.prefix,
      'infra_id', 'b' || right(f.suffix, 12),
      'labels', m.labels || jsonb_build_object('team', f.team), 'pull_secret_credential_id', f.credential_id,
      'spec', m.spec || jsonb_build_object('pullSecretCredentialId', f.credential_id),
      'operation_id', 'op_' || f.suffix, 'management_cluster_id', CASE WHEN $3 THEN m.management_cluster_id END,
      'placement', coalesce(m.placement, '{}') || jsonb_build_object('namespace', 'hc-' || f.suffix, 'hostedClusterName', f.prefix),
      'next_attempt_at', '2100-01-01T00:00:00Z')) AS r WHERE m.id = $1
  ), new_clusters AS (INSERT INTO clusters SELECT * FROM copies
  ), new_pools AS (
    INSERT INTO node_pools SELECT r.* FROM node_pools m CROSS JOIN fresh f CROSS JOIN LATERAL jsonb_populate_record(m,
      jsonb_build_object('tenant_id', f.tenant_id, 'id', 'np_' || left(f.suffix, 25)
      || (SELECT count(*) FROM node_pools o WHERE o.cluster_id = $1 AND o.id < m.id), 'cluster_id', f.id,
      'project_id', f.project_id, 'next_attempt_at', '2100-01-01T00:00:00Z')) AS r WHERE m.cluster_id = $1
  ), new_observations AS (
    INSERT INTO observations SELECT r.* FROM observations m CROSS JOIN fresh f CROSS JOIN LATERAL jsonb_populate_record(m,
      jsonb_build_object('tenant_id', f.tenant_id, 'id', f.id, 'cluster_id', f.id)) AS r
    WHERE m.cluster_id = $1 AND m.id = $1
  ), new_operations AS (
    INSERT INTO operations SELECT r.* FROM operations m CROSS JOIN fresh f CROSS JOIN LATERAL jsonb_populate_record(m,
      jsonb_build_object('tenant_id', f.tenant_id, 'id', 'op_' || f.suffix, 'target_id', f.id, 'cluster_id', f.id,
      'state', 'succeeded', 'ended_at', now())) AS r WHERE m.target_id = $1
  ), new_audit AS (
    INSERT INTO audit_records SELECT r.* FROM audit_records m CROSS JOIN fresh f CROSS JOIN LATERAL jsonb_populate_record(m,
      jsonb_build_object('tenant_id', f.tenant_id, 'id', 'au_' || f.suffix, 'target_id', f.id)) AS r WHERE m.target_id = $1
  ), new_events AS (
    INSERT INTO events (tenant_id, id, sequence, type, subject, cluster_id, data, created_at)
    SELECT f.tenant_id, 'ev_' || f.suffix, coalesce(h.sequence, 0) + row_number() OVER (PARTITION BY f.tenant_id ORDER BY f.n),
      m.type, f.id, f.id, m.data, m.created_at
    FROM fresh f LEFT JOIN event_heads h ON h.tenant_id = f.tenant_id
    CROSS JOIN (SELECT * FROM events WHERE subject = $1 ORDER BY position LIMIT 1) m
  )
  INSERT INTO event_heads (tenant_id, sequence) SELECT tenant_id, count(*) FROM fresh GROUP BY tenant_id
  ON CONFLICT (tenant_id) DO UPDATE SET sequence = event_heads.sequence + excluded.sequence`;

const projectsOf = async (pool: Pool): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ tenant_id: string; id: string }>('SELECT tenant_id, id FROM projects');
  return new Map(rows.map((row) => [row.tenant_id, row.id]));
};

/** Fills the tables with copies of a model cluster, spread evenly over the tenants. */
export const fill = async (pool: Pool, request: FillRequest): Promise<void> => {
  const { tenants } = request;
  const projects = await projectsOf(pool);
  const copyOf = (n: number) => {
    const tenant = tenants[n % tenants.length];
    const id = typeidUnboxed('cl');
    return {
      n,
      tenant_id: tenant?.id,
      project_id: projects.get(tenant?.id ?? ''),
      credential_id: tenant?.pullSecretCredentialId,
      id,
      suffix: idSuffix(id),
      prefix: `${request.prefix}${n.toString(36)}`,
      name: `${request.prefix}-cluster-${n}`,
      team: `team-${Math.floor(n / (teamSizePerTenant * tenants.length))}`,
    };
  };
  for (let from = 0; from < request.count; from += batchSize) {
    const size = Math.min(batchSize, request.count - from);
    const fresh = Array.from({ length: size }, (_, index) => copyOf(from + index));
    await pool.query(copyStatement, [request.modelId, JSON.stringify(fresh), request.keepManagementCluster]);
  }
};
