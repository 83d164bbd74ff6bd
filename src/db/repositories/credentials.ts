import type { Credential, CredentialKind } from '../../domain/credential/credential.ts';
import { type CredentialStatus, unverified } from '../../domain/credential/credential-status.ts';
import type { Sealed } from '../../domain/credential/sealed.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { TenantTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface CredentialRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly kind: CredentialKind;
  readonly settings: JsonObject;
  readonly fingerprint: string | null;
  readonly value_updated_at: string | null;
  readonly status: CredentialStatus;
  readonly generation: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The sealed value is not among them: nothing that lists or shows credentials reads it. */
const columns = `tenant_id, id, name, kind, settings, fingerprint, value_updated_at, status, generation, revision,
  created_at, updated_at`;

const toCredential = (row: CredentialRow): Credential => ({
  tenantId: row.tenant_id,
  id: row.id,
  name: row.name,
  kind: row.kind,
  settings: row.settings,
  ...(row.fingerprint === null
    ? {}
    : { value: { fingerprint: row.fingerprint, updatedAt: row.value_updated_at ?? row.created_at } }),
  status: row.status,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** @param verifyAt when it is to be tried by itself for the first time; absent: never. */
export const insertCredential = async (
  tx: TenantTx,
  credential: Credential,
  sealed: Sealed | undefined,
  verifyAt: string | undefined,
): Promise<void> => {
  await tx.query({
    text: `INSERT INTO credentials (tenant_id, id, name, kind, settings, sealed, fingerprint, status, verify_at,
             created_at, updated_at, value_updated_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    values: [
      tx.tenantId,
      credential.id,
      credential.name,
      credential.kind,
      JSON.stringify(credential.settings),
      sealed === undefined ? null : JSON.stringify(sealed),
      credential.value?.fingerprint ?? null,
      JSON.stringify(credential.status),
      verifyAt ?? null,
      credential.createdAt,
      credential.value?.updatedAt ?? null,
    ],
  });
};

const findOne = async (tx: TenantTx, id: string, suffix: string): Promise<Credential | undefined> => {
  const { rows } = await tx.query<CredentialRow>({
    text: `SELECT ${columns} FROM credentials WHERE tenant_id = $1 AND id = $2 ${suffix}`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toCredential(rows[0]);
};

export const findCredential = (tx: TenantTx, id: string): Promise<Credential | undefined> =>
  findOne(tx, id, '');

/** As findCredential; nobody else writes it, or begins to refer to it, before the transaction ends. */
export const lockCredential = (tx: TenantTx, id: string): Promise<Credential | undefined> =>
  findOne(tx, id, 'FOR UPDATE');

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

/** Puts another value in; what was known of the old one does not hold for it. The caller holds the row. */
export const saveCredentialValue = async (
  tx: TenantTx,
  id: string,
  value: { readonly sealed: Sealed; readonly fingerprint: string; readonly at: string },
): Promise<void> => {
  await tx.query({
    text: `UPDATE credentials SET sealed = $3, fingerprint = $4, value_updated_at = $5, updated_at = $5, status = $6,
             generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [
      tx.tenantId,
      id,
      JSON.stringify(value.sealed),
      value.fingerprint,
      value.at,
      JSON.stringify(unverified),
    ],
  });
};

export const removeCredential = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM credentials WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
};
