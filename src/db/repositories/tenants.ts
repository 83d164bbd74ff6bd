import type { Role } from '../../domain/access/principal.ts';
import type { ApiKey, Tenant } from '../../domain/tenant/tenant.ts';
import type { SystemTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface TenantRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

const toTenant = (row: TenantRow): Tenant => ({ id: row.id, name: row.name, createdAt: row.created_at });

/** False: the name is taken. */
export const insertTenant = async (tx: SystemTx, tenant: Tenant): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: 'INSERT INTO tenants (id, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
    values: [tenant.id, tenant.name, tenant.createdAt],
  });
  return rowCount === 1;
};

export const findTenant = async (sql: SystemTx, id: string): Promise<Tenant | undefined> => {
  const { rows } = await sql.query<TenantRow>({
    text: 'SELECT id, name, created_at FROM tenants WHERE id = $1',
    values: [id],
  });
  return rows[0] && toTenant(rows[0]);
};

export const findTenantByName = async (sql: SystemTx, name: string): Promise<Tenant | undefined> => {
  const { rows } = await sql.query<TenantRow>({
    text: 'SELECT id, name, created_at FROM tenants WHERE name = $1',
    values: [name],
  });
  return rows[0] && toTenant(rows[0]);
};

export const listTenants = async (
  sql: SystemTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{ readonly items: readonly Tenant[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const condition = where.sql === '' ? '' : `WHERE ${where.sql}`;
  const { rows } = await sql.query<TenantRow>({
    text: `SELECT id, name, created_at FROM tenants ${condition} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toTenant), query.limit);
};

/** Stores an API key by the SHA-256 of its text; a key that is there already stays as it is. */
export const insertApiKey = async (tx: SystemTx, key: ApiKey, keyHash: Buffer): Promise<void> => {
  await tx.query({
    text: `INSERT INTO api_keys (id, tenant_id, role, key_hash, description, created_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (key_hash) DO NOTHING`,
    values: [key.id, key.tenantId ?? null, key.role, keyHash, key.description, key.createdAt],
  });
};

export interface KeyOwner {
  readonly id: string;
  readonly tenantId?: string;
  readonly role: Role;
}

/** Whose key it is; undefined when it is unknown or revoked. */
export const findKeyOwner = async (sql: SystemTx, keyHash: Buffer): Promise<KeyOwner | undefined> => {
  const { rows } = await sql.query<{ id: string; tenant_id: string | null; role: Role }>({
    name: 'key-owner',
    text: 'SELECT id, tenant_id, role FROM api_keys WHERE key_hash = $1 AND revoked_at IS NULL',
    values: [keyHash],
  });
  const [row] = rows;
  return (
    row && { id: row.id, role: row.role, ...(row.tenant_id === null ? {} : { tenantId: row.tenant_id }) }
  );
};
