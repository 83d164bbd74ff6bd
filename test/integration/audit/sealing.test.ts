import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyChains } from '../../../src/cli/audit/verify-chains.ts';
import { measureUnsealed } from '../../../src/db/repositories/audit-chain.ts';
import { sealAuditRecords } from '../../../src/db/repositories/audit-sealing.ts';
import { hashLink } from '../../../src/services/audit-chain.ts';
import { otherTenantId, tenantId } from '../db/seed.ts';
import { type ChainWorld, createChainWorld } from './chain-world.ts';

let world: ChainWorld;

beforeAll(async () => {
  world = await createChainWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.startOver());

const isSound = (): Promise<boolean> =>
  verifyChains(world.database, { tenantId: undefined, kept: new Map() }, () => undefined);

it('numbers the records of each tenant without gaps', async () => {
  expect(await world.numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(await world.numbers(otherTenantId)).toEqual([1, 2]);
  expect(await isSound()).toBe(true);
});

it('goes on behind what an earlier round has sealed, in batches', async () => {
  for (let n = 11; n <= 15; n += 1) await world.insert(n);
  expect([await world.seal(2), await world.seal(2), await world.seal(2), await world.seal(2)]).toEqual([
    2, 2, 1, 0,
  ]);
  expect(await world.numbers()).toHaveLength(15);
  expect(await isSound()).toBe(true);
});

it('makes one chain of two sealers at once', async () => {
  for (let n = 11; n <= 60; n += 1) await world.insert(n);
  let sealed = 0;
  const sealer = async (): Promise<void> => {
    while (sealed < 50) {
      const round = await world.seal(3);
      sealed += round;
    }
  };
  await Promise.all(Array.from({ length: 6 }, sealer));
  expect(sealed).toBe(50);
  expect(await world.numbers()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(await isSound()).toBe(true);
});

it('leaves everything to the next sealer when it dies in the middle', async () => {
  await world.insert(11);
  const dying = world.database.withSystem(async (tx) => {
    expect(await sealAuditRecords(tx, 500, hashLink)).toBe(1);
    await tx.query({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
  });
  await expect(dying).rejects.toThrow();
  expect((await world.numbers()).at(-1)).toBe(null);
  expect(await world.seal()).toBe(1);
  expect((await world.numbers()).at(-1)).toBe(11);
  expect(await isSound()).toBe(true);
});

it('takes a record that commits late behind those that came first', async () => {
  const client = await world.pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, created_at)
     VALUES ($1, 'au_late', 'a', 'a', 't', 'r', '2026-12-01T00:00:10Z')`,
    [tenantId],
  );
  await world.insert(12);
  expect(await world.seal()).toBe(1);
  await client.query('COMMIT');
  client.release();
  expect(await world.seal()).toBe(1);

  const { rows } = await world.pool.query(
    'SELECT id, number FROM audit_records WHERE tenant_id = $1 AND number > 10 ORDER BY number',
    [tenantId],
  );
  expect(rows.map(({ id }) => id.slice(-4))).toEqual(['0012', 'late']);
  expect(await isSound()).toBe(true);
});

it('tells how long the first record has waited', async () => {
  expect(await measureUnsealed(world.database.system())).toEqual({ count: 0, seconds: 0 });
  await world.pool.query(
    `INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, created_at)
     VALUES ($1, 'au_waits', 'a', 'a', 't', 'r', now() - interval '2 minutes')`,
    [tenantId],
  );
  const { count, seconds } = await measureUnsealed(world.database.system());
  expect(count).toBe(1);
  expect(Math.round(seconds / 10)).toBe(12);
});
