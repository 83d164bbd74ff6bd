import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import {
  assertLease,
  type Lease,
  LeaseLostError,
  releaseLease,
  renewLease,
  takeLease,
} from '../../../src/db/lease.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { untilBlocked } from './until-blocked.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
});
afterAll(() => test.drop());
beforeEach(() => test.pool.query('DELETE FROM leases'));

const take = (holder: string): Promise<Lease | undefined> =>
  takeLease(database.system(), 'cluster:a', holder);

const mustTake = async (holder: string): Promise<Lease> => {
  const lease = await take(holder);
  if (lease === undefined) throw new Error(`${holder} did not get the lease`);
  return lease;
};

/** As if the holder had slept past the end of its lease. */
const runOut = (): Promise<unknown> =>
  test.pool.query(`UPDATE leases SET expires_at = now() - interval '1 millisecond'`);

const secondsLeft = async (): Promise<number> => {
  const { rows } = await test.pool.query(
    'SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM leases',
  );
  return rows[0].seconds;
};

it('is held by one of many that ask at once', async () => {
  const leases = await Promise.all(Array.from({ length: 20 }, (_, n) => take(`worker-${n}`)));
  expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
});

it('is refused to others, and to a second ask of the same holder, while it holds', async () => {
  expect(await take('first')).toEqual({ resource: 'cluster:a', holder: 'first', token: 1 });
  expect(await take('second')).toBeUndefined();
  expect(await take('first')).toBeUndefined();
});

it('lets different things be held by different holders', async () => {
  await mustTake('first');
  expect(await takeLease(database.system(), 'cluster:b', 'second')).toMatchObject({ token: 1 });
});

it('holds for fifteen seconds, and again for fifteen once renewed', async () => {
  const lease = await mustTake('first');
  expect(await secondsLeft()).toBeGreaterThan(14);
  await test.pool.query(`UPDATE leases SET expires_at = now() + interval '1 second'`);
  expect(await renewLease(database.system(), lease)).toBe(true);
  expect(await secondsLeft()).toBeGreaterThan(14);
  expect(await secondsLeft()).toBeLessThanOrEqual(15);
});

it('is free at once when it is given back, and its token still grows', async () => {
  await releaseLease(database.system(), await mustTake('first'));
  expect(await take('second')).toMatchObject({ holder: 'second', token: 2 });
});

describe('a holder that slept past its end', () => {
  it('loses the lease to the next one, whose token is higher', async () => {
    await mustTake('sleeper');
    await runOut();
    expect(await take('next')).toEqual({ resource: 'cluster:a', holder: 'next', token: 2 });
  });

  it('cannot renew, even when nobody has taken over yet', async () => {
    const lease = await mustTake('sleeper');
    await runOut();
    expect(await renewLease(database.system(), lease)).toBe(false);
  });

  it('has its writes refused whole', async () => {
    const stale = await mustTake('sleeper');
    await runOut();
    await mustTake('next');
    const write = database.withSystem(async (tx) => {
      await tx.query({ text: `INSERT INTO releases (version, image) VALUES ('4.20.1', 'late')` });
      await assertLease(tx, stale);
    });
    await expect(write).rejects.toThrow(LeaseLostError);
    expect((await test.pool.query('SELECT version FROM releases')).rows).toEqual([]);
  });

  it('neither renews nor gives back what is no longer its own', async () => {
    const stale = await mustTake('sleeper');
    await runOut();
    const current = await mustTake('next');
    expect(await renewLease(database.system(), stale)).toBe(false);
    await releaseLease(database.system(), stale);
    expect(await renewLease(database.system(), current)).toBe(true);
    expect(await take('third')).toBeUndefined();
  });
});

it('does not change hands while a write made under it is being committed', async () => {
  const lease = await mustTake('writer');
  await test.pool.query(`UPDATE leases SET expires_at = now() + interval '1 second'`);
  const asserted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const write = database.withSystem(async (tx) => {
    await assertLease(tx, lease);
    asserted.resolve();
    await mayCommit.promise;
  });
  await asserted.promise;
  await expect.poll(secondsLeft, { timeout: 5000 }).toBeLessThan(0);
  const stolen = take('thief');
  await untilBlocked(test.pool, 1);
  mayCommit.resolve();
  await write;
  expect(await stolen).toMatchObject({ holder: 'thief', token: 2 });
});
