import type { Credential, CredentialKind } from '../../domain/credential/credential.ts';
import type { Sealed } from '../../domain/credential/sealed.ts';
import type { TenantTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface CredentialRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly kind: CredentialKind;
  readonly fingerprint: string;
  readonly generation: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The sealed value is not among them: nothing that lists or shows credentials reads it. */
const columns = 'tenant_id, id, name, kind, fingerprint, generation, revision, created_at, updated_at';

const toCredential = (row: CredentialRow): Credential => ({
  tenantId: row.tenant_id,
  id: row.id,
  name: row.name,
  kind: row.kind,
  fingerprint: row.fingerprint,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const insertCredential = async (
  tx: TenantTx,
  credential: Credential,
  sealed: Sealed,
): Promise<void> => {
  await tx.query({
    text: `INSERT INTO credentials (tenant_id, id, name, kind, sealed, fingerprint, created_at, updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [
      tx.tenantId,
      credential.id,
      credential.name,
      credential.kind,
      JSON.stringify(sealed),
      credential.fingerprint,
      credential.createdAt,
    ],
  });
};

export const findCredential = async (tx: TenantTx, id: string): Promise<Credential | undefined> => {
  const { rows } = await tx.query<CredentialRow>({
    text: `SELECT ${columns} FROM credentials WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toCredential(rows[0]);
};

export const findCredentialIdByName = async (tx: TenantTx, name: string): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM credentials WHERE tenant_id = $1 AND name = $2',
    values: [tx.tenantId, name],
  });
  return rows[0]?.id;
};

export const listCredentials = async (
  tx: TenantTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{ readonly items: readonly Credential[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().add('tenant_id = ?', tx.tenantId).addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<CredentialRow>({
    text: `SELECT ${columns} FROM credentials WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toCredential), query.limit);
};

export const hasPullSecret = async (tx: TenantTx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'pull-secret-exists',
    text: `SELECT 1 FROM credentials WHERE tenant_id = $1 AND id = $2 AND kind = 'pullSecret'`,
    values: [tx.tenantId, id],
  });
  return rowCount === 1;
};

/** Clusters that use a credential, at most `limit` of them. */
export const listCredentialUsers = async (
  tx: TenantTx,
  id: string,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM clusters WHERE tenant_id = $1 AND pull_secret_credential_id = $2 ORDER BY id LIMIT $3',
    values: [tx.tenantId, id, limit],
  });
  return rows.map((row) => row.id);
};

export const removeCredential = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM credentials WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
};
