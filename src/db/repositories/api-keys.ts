import type { GrantedPermission } from '../../domain/access/permission.ts';
import type { Role } from '../../domain/access/role.ts';
import type { ApiKey } from '../../domain/tenant/tenant.ts';
import type { Sql, SystemTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface ApiKeyRow {
  readonly id: string;
  readonly tenant_id: string | null;
  readonly role: Role;
  readonly project_id: string | null;
  readonly scopes: readonly GrantedPermission[];
  readonly description: string;
  readonly prefix: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly created_by: string;
  readonly replaces_id: string | null;
  readonly created_at: string;
}

const columns = `id, tenant_id, role, project_id, scopes, description, prefix, expires_at, last_used_at, created_by,
  replaces_id, created_at`;

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }),
  role: row.role,
  ...(row.project_id === null ? {} : { projectId: row.project_id }),
  ...(row.scopes.length === 0 ? {} : { scopes: row.scopes }),
  description: row.description,
  ...(row.prefix === null ? {} : { prefix: row.prefix }),
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  createdBy: row.created_by,
  ...(row.replaces_id === null ? {} : { replacesId: row.replaces_id }),
  createdAt: row.created_at,
});

/** Whose keys: those of a tenant, or those of the fleet, which have none. */
type KeyOwner = string | undefined;

/** Stores an API key by the SHA-256 of its text; a key that is there already stays as it is. */
export const insertApiKey = async (tx: Sql, key: ApiKey, keyHash: Buffer): Promise<void> => {
  await tx.query({
    text: `INSERT INTO api_keys (id, tenant_id, role, project_id, scopes, key_hash, description, prefix, expires_at,
             created_by, replaces_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (key_hash) DO NOTHING`,
    values: [
      key.id,
      key.tenantId ?? null,
      key.role,
      key.projectId ?? null,
      key.scopes ?? [],
      keyHash,
      key.description,
      key.prefix ?? null,
      key.expiresAt ?? null,
      key.createdBy,
      key.replacesId ?? null,
      key.createdAt,
    ],
  });
};

/** A key that is valid now. */
export interface ValidKey {
  readonly key: ApiKey;
  readonly tenantName?: string;
  /** Milliseconds that it stays valid, by the clock of the database; absent: for ever. */
  readonly validForMs?: number;
  /** Its last use was noted more than a minute ago. */
  readonly isUseOld: boolean;
}

/** The key with this hash; undefined when it is unknown, revoked or past its end. */
export const findValidKey = async (sql: SystemTx, keyHash: Buffer): Promise<ValidKey | undefined> => {
  const { rows } = await sql.query<
    ApiKeyRow & { valid_for_ms: number | null; is_use_old: boolean; tenant_name: string | null }
  >({
    name: 'key-valid',
    text: `SELECT ${columns}, (extract(epoch FROM expires_at - now()) * 1000)::float8 AS valid_for_ms,
             coalesce(last_used_at < now() - interval '1 minute', true) AS is_use_old,
             (SELECT name FROM tenants t WHERE t.id = api_keys.tenant_id) AS tenant_name
           FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    values: [keyHash],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    key: toApiKey(row),
    ...(row.tenant_name === null ? {} : { tenantName: row.tenant_name }),
    ...(row.valid_for_ms === null ? {} : { validForMs: row.valid_for_ms }),
    isUseOld: row.is_use_old,
  };
};

/** Notes that a key is used now. */
export const noteKeyUse = async (sql: SystemTx, id: string): Promise<void> => {
  await sql.query({
    name: 'key-used',
    text: `UPDATE api_keys SET last_used_at = now()
           WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    values: [id],
  });
};

const isLive = 'revoked_at IS NULL';

export const findApiKey = async (
  sql: Sql,
  owner: KeyOwner,
  id: string,
  lock = false,
): Promise<ApiKey | undefined> => {
  const { rows } = await sql.query<ApiKeyRow>({
    text: `SELECT ${columns} FROM api_keys WHERE tenant_id IS NOT DISTINCT FROM $1 AND id = $2 AND ${isLive}
           ${lock ? 'FOR UPDATE' : ''}`,
    values: [owner ?? null, id],
  });
  return rows[0] && toApiKey(rows[0]);
};

export const listApiKeys = async (
  sql: Sql,
  owner: KeyOwner,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{ readonly items: readonly ApiKey[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().addDefined('id < ?', query.after?.id);
  const tenant = where.parameter(owner ?? null);
  const limit = where.parameter(query.limit + 1);
  const position = where.sql === '' ? '' : `AND ${where.sql}`;
  const { rows } = await sql.query<ApiKeyRow>({
    text: `SELECT ${columns} FROM api_keys WHERE tenant_id IS NOT DISTINCT FROM ${tenant}::text AND ${isLive} ${position}
           ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toApiKey), query.limit);
};

/** Ends a key for good. */
export const revokeApiKey = async (tx: Sql, owner: KeyOwner, id: string): Promise<void> => {
  await tx.query({
    text: 'UPDATE api_keys SET revoked_at = now() WHERE tenant_id IS NOT DISTINCT FROM $1 AND id = $2',
    values: [owner ?? null, id],
  });
};

/** Lets a key end at a time, unless it ends before. */
export const shortenApiKey = async (tx: Sql, owner: KeyOwner, id: string, endsAt: string): Promise<void> => {
  await tx.query({
    text: `UPDATE api_keys SET expires_at = least(expires_at, $3)
           WHERE tenant_id IS NOT DISTINCT FROM $1 AND id = $2`,
    values: [owner ?? null, id, endsAt],
  });
};
