import type { CredentialStatus } from '../../domain/credential/credential-status.ts';
import type { SystemTx, TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';

/**
 * Stores what a look at the account said, unless the credential has got another value since. False: it has, or it is gone.
 * @param next seconds until it is to be tried again; null: never by itself.
 */
export const saveCredentialStatus = async (
  tx: TenantTx,
  credential: { readonly id: string; readonly generation: number },
  status: CredentialStatus,
  next: number | null,
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `UPDATE credentials SET status = $4, updated_at = now(), revision = revision + 1,
             verify_at = now() + make_interval(secs => $5)
           WHERE tenant_id = $1 AND id = $2 AND generation = $3`,
    values: [tx.tenantId, credential.id, credential.generation, jsonText(status), next],
  });
  return rowCount === 1;
};

/**
 * Credentials that are due to be tried, the longest due first; each is put off for ten minutes, in which somebody has
 * tried it or died.
 */
export const claimDueVerifications = async (
  sql: SystemTx,
  limit: number,
): Promise<readonly { readonly tenantId: string; readonly id: string }[]> => {
  const { rows } = await sql.query<{ tenant_id: string; id: string }>({
    text: `UPDATE credentials SET verify_at = now() + interval '10 minutes'
           WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM credentials WHERE verify_at < now() ORDER BY verify_at LIMIT $1
             FOR UPDATE SKIP LOCKED)
           RETURNING tenant_id, id`,
    values: [limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
};
