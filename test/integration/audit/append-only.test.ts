import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherTenantId, tenantId } from '../db/seed.ts';
import { type ChainWorld, createChainWorld } from './chain-world.ts';

let world: ChainWorld;

beforeAll(async () => {
  world = await createChainWorld();
  // Not by startOver, which enables the triggers itself: they have to be as the migration left them.
  await world.insert(1);
  await world.seal();
  await world.insert(2);
});
afterAll(() => world.drop());

/** The SQLSTATE of what a role is told, or `done`. */
const tryAs = async (role: string | undefined, sql: string): Promise<string> => {
  const client = await world.pool.connect();
  try {
    await client.query('BEGIN');
    if (role !== undefined) await client.query(`SET LOCAL ROLE ${role}`);
    await client.query(`SELECT set_config('app.tenant', $1, true)`, [tenantId]);
    return await client.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
};

const changes = [
  `UPDATE audit_records SET actor = 'somebody else'`,
  'UPDATE audit_records SET created_at = now()',
  'DELETE FROM audit_records',
  'TRUNCATE audit_records',
  'DELETE FROM audit_heads',
  'TRUNCATE audit_heads',
  'DELETE FROM audit_head_exports',
  `UPDATE audit_head_exports SET tenants = 0`,
];

describe.each(['berth_tenant', 'berth_worker', 'berth_system'])('%s', (role) => {
  it.each(changes)('may not %s', async (sql) => {
    expect(await tryAs(role, sql)).toBe('42501');
  });

  it('may not put a record into a chain', async () => {
    const sql = `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, number, hash, sealed_at)
      VALUES ('${tenantId}', 'au_x', 'a', 'a', 't', 'r', 99, '', now())`;
    expect(await tryAs(role, sql)).toBe('42501');
  });

  it('adds records', async () => {
    const sql = `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id)
      VALUES ('${tenantId}', 'au_x', 'a', 'a', 't', 'r')`;
    expect(await tryAs(role, sql)).toBe('done');
  });
});

describe('a tenant', () => {
  it('seals nothing and moves no head', async () => {
    const seal = `UPDATE audit_records SET number = 99, hash = '', sealed_at = now() WHERE number IS NULL`;
    expect(await tryAs('berth_tenant', seal)).toBe('42501');
    expect(await tryAs('berth_worker', seal)).toBe('42501');
    expect(await tryAs('berth_tenant', 'UPDATE audit_heads SET number = number + 1')).toBe('42501');
  });

  it('adds no record of another', async () => {
    const sql = `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id)
      VALUES ('${otherTenantId}', 'au_x', 'a', 'a', 't', 'r')`;
    expect(await tryAs('berth_tenant', sql)).toBe('42501');
  });
});

describe('the owner of the tables, and a superuser', () => {
  it.each(changes.slice(0, 6))('may not %s', async (sql) => {
    expect(await tryAs(undefined, sql)).toBe('23001');
  });

  it('may not either in a session that plays a replica', async () => {
    const sql = `SET LOCAL session_replication_role = replica; DELETE FROM audit_records`;
    expect(await tryAs(undefined, sql)).toBe('23001');
  });
});

describe('the sealer', () => {
  const seal = `SET number = 99, hash = 'x', sealed_at = now()`;

  it('fills the three columns of a record that has none', async () => {
    expect(await tryAs('berth_system', `UPDATE audit_records ${seal} WHERE number IS NULL`)).toBe('done');
  });

  it.each([
    ['fill them twice', `UPDATE audit_records ${seal} WHERE number = 1`],
    ['fill one of them', 'UPDATE audit_records SET number = 99 WHERE number IS NULL'],
    ['empty them', 'UPDATE audit_records SET number = NULL, hash = NULL, sealed_at = NULL WHERE number = 1'],
    ['move a head back', 'UPDATE audit_heads SET number = number - 1'],
    ['change the hash of a head', `UPDATE audit_heads SET hash = 'x'`],
  ])('may not %s', async (_what, sql) => {
    expect(await tryAs('berth_system', sql)).toBe('23001');
  });

  it('may not change another column on the way', async () => {
    const sql = `UPDATE audit_records ${seal}, actor = 'x' WHERE number IS NULL`;
    expect(await tryAs('berth_system', sql)).toBe('42501');
    expect(await tryAs(undefined, sql)).toBe('23001');
  });
});
