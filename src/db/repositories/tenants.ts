import type { Tenant } from '../../domain/tenant/tenant.ts';
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
