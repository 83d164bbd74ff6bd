import {
  projectDimensions,
  type Quota,
  type QuotaDimension,
  type QuotaLimits,
  quotaDimensions,
} from '../../domain/quota/quota.ts';
import type { Sql, SystemTx, TenantTx } from '../database.ts';
import { countUse, type Use } from './quota-use.ts';

// Limits of tenants and projects. What a cloud account may have is in quota-reservations.ts.

const columns: Readonly<Record<QuotaDimension, string>> = {
  clusters: 'clusters',
  nodePools: 'node_pools',
  nodes: 'nodes',
  vcpu: 'vcpu',
  runningOperations: 'running_operations',
  apiKeys: 'api_keys',
};

type LimitRow = Readonly<Record<`max_${string}`, number | null>> & { readonly from_defaults?: boolean };

const maxOf = (dimension: QuotaDimension): `max_${string}` => `max_${columns[dimension]}`;

const columnsOf = (projectId: string | undefined) =>
  (projectId === undefined ? quotaDimensions : projectDimensions).map((dimension) => ({
    dimension,
    used: columns[dimension],
    most: maxOf(dimension),
  }));

const tableOf = (projectId: string | undefined): string =>
  projectId === undefined ? 'tenant_quotas' : 'project_quotas';

/** Counts for themselves and for nobody else who is in the midst of a change: until the transaction ends. */
const lockAlone = async (sql: Sql, tenantId: string): Promise<void> => {
  await sql.query({ text: 'SELECT pg_advisory_xact_lock(quota_lock_key($1))', values: [tenantId] });
};

const toQuota = (
  tenantId: string,
  projectId: string | undefined,
  limits: LimitRow | undefined,
  use: Use,
): Quota => ({
  scope: projectId === undefined ? 'tenant' : 'project',
  tenantId,
  ...(projectId === undefined ? {} : { projectId }),
  fromDefaults: limits?.from_defaults ?? false,
  dimensions: columnsOf(projectId).map(({ dimension, most }) => {
    const limit = limits?.[most] ?? undefined;
    return { dimension, ...(limit === undefined ? {} : { limit }), used: use[dimension] ?? 0 };
  }),
  nodesWithoutVcpu: use.nodesWithoutVcpu,
});

/** Limits of the tenant or a project, and what is used, counted now. */
export const readQuota = async (
  sql: Sql,
  tenantId: string,
  projectId: string | undefined,
): Promise<Quota> => {
  const { rows } = await sql.query<LimitRow>({
    text: `SELECT * FROM ${tableOf(projectId)} WHERE tenant_id = $1${projectId === undefined ? '' : ' AND project_id = $2'}`,
    values: projectId === undefined ? [tenantId] : [tenantId, projectId],
  });
  return toQuota(tenantId, projectId, rows[0], await countUse(sql, tenantId, projectId));
};

/**
 * Sets the limits of a tenant or a project, all of them: what is absent has none. From then on its usage is counted as it
 * changes. Limits below what is used are taken: nothing more is made until enough is gone.
 */
export const saveLimits = async (
  tx: SystemTx | TenantTx,
  owner: { readonly tenantId: string; readonly projectId?: string | undefined },
  limits: QuotaLimits,
  options: { readonly fromDefaults?: boolean } = {},
): Promise<void> => {
  const { tenantId, projectId } = owner;
  await lockAlone(tx, tenantId);
  const use = await countUse(tx, tenantId, projectId);
  const own = columnsOf(projectId);
  const values: unknown[] = projectId === undefined ? [tenantId] : [tenantId, projectId];
  const keys = projectId === undefined ? ['tenant_id'] : ['tenant_id', 'project_id'];
  const names = [...keys];
  for (const { dimension, used, most } of own) {
    names.push(used, most);
    values.push(use[dimension] ?? 0, limits[dimension] ?? null);
  }
  if (projectId === undefined) {
    names.push('from_defaults');
    values.push(options.fromDefaults ?? false);
  }
  const updates = names
    .filter((name) => !keys.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');
  await tx.query({
    text: `INSERT INTO ${tableOf(projectId)} (${names.join(', ')}) VALUES (${values.map((_, n) => `$${n + 1}`).join(', ')})
           ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${updates}, updated_at = now()`,
    values,
  });
};

/** Tenants that have no limits of their own, or those of an earlier configuration. */
export const listTenantsWithoutLimits = async (
  sql: SystemTx,
  defaults: QuotaLimits,
): Promise<readonly string[]> => {
  const differs = quotaDimensions.map((dimension, n) => `q.${maxOf(dimension)} IS DISTINCT FROM $${n + 1}`);
  const { rows } = await sql.query<{ id: string }>({
    text: `SELECT t.id FROM tenants t LEFT JOIN tenant_quotas q ON q.tenant_id = t.id
           WHERE ($${quotaDimensions.length + 1} AND q.tenant_id IS NULL)
             OR (q.from_defaults AND (${differs.join(' OR ')})) ORDER BY t.id`,
    values: [
      ...quotaDimensions.map((dimension) => defaults[dimension] ?? null),
      Object.keys(defaults).length > 0,
    ],
  });
  return rows.map(({ id }) => id);
};

/** A counter that does not say what the tables say. */
export interface QuotaDrift {
  readonly tenantId: string;
  readonly projectId?: string;
  readonly dimension: QuotaDimension;
  readonly counted: number;
  readonly actual: number;
}

/** Who has counters. */
export const listCounted = async (
  sql: SystemTx,
): Promise<readonly { readonly tenantId: string; readonly projectId?: string }[]> => {
  const { rows } = await sql.query<{ tenant_id: string; project_id: string | null }>({
    text: `SELECT tenant_id, NULL AS project_id FROM tenant_quotas
           UNION ALL SELECT tenant_id, project_id FROM project_quotas ORDER BY 1, 2 NULLS FIRST`,
  });
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    ...(row.project_id === null ? {} : { projectId: row.project_id }),
  }));
};

/** Counts one owner's usage anew, while nobody changes it, and puts the counters right. Returns where they were wrong. */
export const recount = async (
  tx: SystemTx,
  owner: { readonly tenantId: string; readonly projectId?: string },
): Promise<readonly QuotaDrift[]> => {
  const { tenantId, projectId } = owner;
  await lockAlone(tx, tenantId);
  const where = projectId === undefined ? 'tenant_id = $1' : 'tenant_id = $1 AND project_id = $2';
  const keys = projectId === undefined ? [tenantId] : [tenantId, projectId];
  const table = tableOf(projectId);
  const { rows } = await tx.query<Record<string, number>>({
    text: `SELECT * FROM ${table} WHERE ${where} FOR UPDATE`,
    values: keys,
  });
  const [row] = rows;
  if (row === undefined) return [];
  const use = await countUse(tx, tenantId, projectId);
  const drifts = columnsOf(projectId)
    .map(({ dimension, used }) => ({
      ...owner,
      dimension,
      counted: row[used] ?? 0,
      actual: use[dimension] ?? 0,
    }))
    .filter(({ counted, actual }) => counted !== actual);
  for (const { dimension, actual } of drifts)
    await tx.query({
      text: `UPDATE ${table} SET ${columns[dimension]} = $${keys.length + 1} WHERE ${where}`,
      values: [...keys, actual],
    });
  return drifts;
};
