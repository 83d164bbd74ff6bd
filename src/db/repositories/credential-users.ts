import type { CredentialKind } from '../../domain/credential/credential.ts';
import type { TenantTx } from '../database.ts';

/** The kinds of those of the given credentials that the tenant has, by id. */
export const findCredentialKinds = async (
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CredentialKind>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; kind: CredentialKind }>({
    name: 'credential-kinds',
    text: 'SELECT id, kind FROM credentials WHERE tenant_id = $1 AND id = ANY($2)',
    values: [tx.tenantId, [...ids]],
  });
  return new Map(rows.map(({ id, kind }) => [id, kind]));
};

/** Stores which credentials the platform of a cluster refers to, instead of those that it referred to before. */
export const saveClusterCredentials = async (
  tx: TenantTx,
  clusterId: string,
  ids: readonly string[],
): Promise<void> => {
  await tx.query({
    name: 'cluster-credentials-save',
    text: `WITH gone AS (
             DELETE FROM cluster_credentials WHERE tenant_id = $1 AND cluster_id = $2 AND credential_id <> ALL($3)
           )
           INSERT INTO cluster_credentials (tenant_id, cluster_id, credential_id)
           SELECT DISTINCT $1, $2, id FROM unnest($3::text[]) AS given (id)
           ON CONFLICT DO NOTHING`,
    values: [tx.tenantId, clusterId, [...ids]],
  });
};

const usersOf = `SELECT id FROM clusters WHERE tenant_id = $1 AND pull_secret_credential_id = $2
  UNION SELECT cluster_id FROM cluster_credentials WHERE tenant_id = $1 AND credential_id = $2`;

/** Clusters that use a credential, at most `limit` of them. */
export const listCredentialUsers = async (
  tx: TenantTx,
  id: string,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>({
    text: `${usersOf} ORDER BY id LIMIT $3`,
    values: [tx.tenantId, id, limit],
  });
  return rows.map((row) => row.id);
};

/**
 * Makes every cluster that uses a credential due now, lets it try again what was refused, and rings for it. Returns how many
 * there are.
 */
export const wakeCredentialUsers = async (tx: TenantTx, id: string): Promise<number> => {
  const { rowCount } = await tx.query({
    // In order, so that two credentials of the same clusters do not wait for each other.
    text: `WITH users AS (
             SELECT id FROM clusters WHERE tenant_id = $1 AND id IN (${usersOf}) ORDER BY id FOR NO KEY UPDATE
           ), woken AS (
             UPDATE clusters SET next_attempt_at = now(), wakes = wakes + 1, credential_wakes = credential_wakes + 1,
               attempt = attempt - 'nextAttemptAt'
             WHERE tenant_id = $1 AND id IN (SELECT id FROM users) RETURNING id
           )
           INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', $1, id FROM woken`,
    values: [tx.tenantId, id],
  });
  return rowCount;
};
