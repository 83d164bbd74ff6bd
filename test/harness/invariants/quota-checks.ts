import type { Pool } from 'pg';

/**
 * Quotas: the counters say what the tables say. Written apart from the product's own count, and for rows with limits only,
 * as no others are counted.
 */
export const findWrongCounters = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ tenant_id: string; counted: string; actual: string }>(`
    SELECT q.tenant_id,
      concat_ws(' ', q.clusters, q.node_pools, q.nodes, q.vcpu, q.running_operations, q.api_keys) AS counted,
      concat_ws(' ',
        (SELECT count(*) FROM clusters c WHERE c.tenant_id = q.tenant_id),
        (SELECT count(*) FROM node_pools p WHERE p.tenant_id = q.tenant_id),
        (SELECT coalesce(sum(charged_nodes), 0) FROM node_pools p WHERE p.tenant_id = q.tenant_id),
        (SELECT coalesce(sum(charged_vcpu), 0) FROM node_pools p WHERE p.tenant_id = q.tenant_id),
        (SELECT count(*) FROM operations o WHERE o.tenant_id = q.tenant_id AND o.ended_at IS NULL),
        (SELECT count(*) FROM api_keys k WHERE k.tenant_id = q.tenant_id AND k.revoked_at IS NULL)) AS actual
    FROM tenant_quotas q
    UNION ALL
    SELECT q.tenant_id || '/' || q.project_id, concat_ws(' ', q.clusters, q.node_pools, q.nodes, q.vcpu),
      concat_ws(' ',
        (SELECT count(*) FROM clusters c WHERE c.tenant_id = q.tenant_id AND c.project_id = q.project_id),
        (SELECT count(*) FROM node_pools p WHERE p.tenant_id = q.tenant_id AND p.project_id = q.project_id),
        (SELECT coalesce(sum(charged_nodes), 0) FROM node_pools p
          WHERE p.tenant_id = q.tenant_id AND p.project_id = q.project_id),
        (SELECT coalesce(sum(charged_vcpu), 0) FROM node_pools p
          WHERE p.tenant_id = q.tenant_id AND p.project_id = q.project_id))
    FROM project_quotas q`);
  return rows
    .filter(({ counted, actual }) => counted !== actual)
    .map(
      ({ tenant_id, counted, actual }) =>
        `quota counters of ${tenant_id} are ${counted}, and it has ${actual}`,
    );
};
