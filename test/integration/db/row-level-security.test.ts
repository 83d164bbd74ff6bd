import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;
let mine: TestTenant;
let other: TestTenant;

const rowsOf = async (sql: string, values: readonly unknown[] = []) =>
  (await world.testDatabase.pool.query(sql, [...values])).rows;

beforeAll(async () => {
  world = await createTestWorld();
  mine = await world.createTenant('mine');
  other = await world.createTenant('other');
});

afterAll(() => world.close());

/** Runs statements as a role, for a tenant, and takes them back. */
const as = async (role: string, tenantId: string, sql: string) => {
  const client = await world.testDatabase.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL ROLE ${role}; SELECT set_config('app.tenant', '${tenantId}', true)`);
    return (await client.query(sql)).rows;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
};

const tenantTables = async (): Promise<readonly string[]> => {
  const rows = await rowsOf(
    `SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  return rows.map((row) => row['table_name'] as string);
};

describe('row-level security', () => {
  it('is forced on every table that belongs to tenants', async () => {
    const rows = await rowsOf(
      `SELECT relname, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class
       WHERE relname = ANY ($1) AND relnamespace = 'public'::regnamespace ORDER BY 1`,
      [[...(await tenantTables()), 'tenants']],
    );

    expect(rows.length).toBeGreaterThan(18);
    expect(rows.filter((row) => !row['forced'])).toEqual([]);
  });

  it('holds roles that own nothing, cannot log in and pass no policy over', async () => {
    const roles = await rowsOf(
      `SELECT rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname LIKE 'berth\\_%' ORDER BY 1`,
    );

    const harmless = {
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      owned: 0,
    };
    expect(roles).toEqual([
      { rolname: 'berth_system', ...harmless },
      { rolname: 'berth_tenant', ...harmless },
      { rolname: 'berth_worker', ...harmless },
    ]);
  });

  it.each(['berth_tenant', 'berth_worker'])('shows %s nothing while no tenant is set', async (role) => {
    for (const table of await tenantTables())
      expect([table, await as(role, '', `SELECT count(*)::int FROM ${table}`)]).toEqual([
        table,
        [{ count: 0 }],
      ]);
  });

  it.each(['berth_tenant', 'berth_worker'])('shows %s the rows of its tenant only', async (role) => {
    for (const table of await tenantTables()) {
      const foreign = `SELECT count(*)::int FROM ${table} WHERE tenant_id IS DISTINCT FROM '${mine.id}'`;
      expect([table, await as(role, mine.id, foreign)]).toEqual([table, [{ count: 0 }]]);
    }
    expect(await as(role, mine.id, 'SELECT name FROM tenants')).toEqual([{ name: 'mine' }]);
    expect(await as(role, mine.id, 'SELECT tenant_id FROM credentials')).toEqual([{ tenant_id: mine.id }]);
  });

  it.each(['berth_tenant', 'berth_worker'])('lets %s write for its tenant only', async (role) => {
    const insert = `INSERT INTO projects (tenant_id, id, name) VALUES ('${other.id}', 'prj_x', 'x')`;
    await expect(as(role, mine.id, insert)).rejects.toMatchObject({ code: '42501' });
    const move = `UPDATE projects SET tenant_id = '${other.id}'`;
    await expect(as(role, mine.id, move)).rejects.toMatchObject({ code: '42501' });
    expect(await as(role, mine.id, 'DELETE FROM credentials RETURNING tenant_id')).toEqual([
      { tenant_id: mine.id },
    ]);
  });

  it('keeps the tables of the fleet from the requests of tenants', async () => {
    const readable = await rowsOf(
      `SELECT table_name, column_name FROM information_schema.column_privileges
       WHERE grantee = 'berth_tenant' AND table_schema = 'public' AND NOT table_name = ANY ($1) ORDER BY 1, 2`,
      [[...(await tenantTables()), 'tenants', 'releases']],
    );
    expect(readable.map((row) => `${row['table_name']}.${row['column_name']}`)).toEqual([
      'management_clusters.id',
      'management_clusters.supported_minors',
    ]);
    await expect(
      as('berth_tenant', mine.id, 'SELECT kubeconfig FROM management_clusters'),
    ).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('keeps from everybody but the owner what gives rights', async () => {
    for (const role of ['berth_tenant', 'berth_worker', 'berth_system'])
      await expect(as(role, mine.id, `SELECT open_system_table('leases')`)).rejects.toMatchObject({
        code: '42501',
      });
    await expect(
      as('berth_tenant', mine.id, `SELECT * FROM count_reserved_quotas('1', ARRAY['a'], '')`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('lets a tenant take a free account for itself, and for nobody else', async () => {
    const take = `SELECT claim_cloud_account('aws', '111122223333') AS taken, (SELECT count(*)::int FROM cloud_accounts) AS seen`;
    expect(await as('berth_tenant', mine.id, take)).toEqual([{ taken: true, seen: 0 }]);
    expect(await as('berth_tenant', '', take)).toEqual([{ taken: false, seen: 0 }]);
  });
});
