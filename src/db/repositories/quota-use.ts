import type { QuotaDimension } from '../../domain/quota/quota.ts';
import type { Sql } from '../database.ts';

/** What is there now, counted from the tables. */
export type Use = Readonly<Partial<Record<QuotaDimension, number>>> & { readonly nodesWithoutVcpu: number };

/** Counts what a tenant uses, or one of its projects. Operations and keys are the tenant's only. */
export const countUse = async (sql: Sql, tenantId: string, projectId: string | undefined): Promise<Use> => {
  const { rows } = await sql.query<Required<Use>>({
    name: 'quota-use',
    text: `SELECT
        (SELECT count(*) FROM clusters WHERE tenant_id = $1 AND ($2::text IS NULL OR project_id = $2)) AS clusters,
        (SELECT count(*) FROM operations WHERE tenant_id = $1 AND $2::text IS NULL AND ended_at IS NULL) AS "runningOperations",
        (SELECT count(*) FROM api_keys WHERE tenant_id = $1 AND $2::text IS NULL AND revoked_at IS NULL) AS "apiKeys",
        p."nodePools", p.nodes, p.vcpu, p."nodesWithoutVcpu"
      FROM (SELECT count(*) AS "nodePools", coalesce(sum(charged_nodes), 0)::bigint AS nodes,
          coalesce(sum(charged_vcpu), 0)::bigint AS vcpu,
          coalesce(sum(charged_nodes) FILTER (WHERE charged_vcpu IS NULL), 0)::bigint AS "nodesWithoutVcpu"
        FROM node_pools WHERE tenant_id = $1 AND ($2::text IS NULL OR project_id = $2)) AS p`,
    values: [tenantId, projectId ?? null],
  });
  return rows[0] ?? { nodesWithoutVcpu: 0 };
};
