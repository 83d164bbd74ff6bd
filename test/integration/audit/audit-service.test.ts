import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createAuditService } from '../../../src/services/audit-service.ts';
import type { UnchangedAnswer } from '../../../src/services/refusal-book.ts';
import { newId } from '../../harness/test-world.ts';
import { tenantId } from '../db/seed.ts';
import { type ChainWorld, createChainWorld } from './chain-world.ts';

let world: ChainWorld;
let now: string;
let losses: readonly [string, number][];

beforeAll(async () => {
  world = await createChainWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.asSuperuser('DELETE FROM audit_records');
  now = '2026-12-01T00:00:01.000Z';
  losses = [];
});

const answer = (n: number): UnchangedAnswer => ({
  tenantId,
  actor: { kind: 'user', id: 'subject', tokenId: 'jti' },
  origin: {
    operation: 'createCluster',
    method: 'POST',
    route: '/v1/clusters',
    sourceAddress: '192.0.2.7',
    userAgent: 'curl/8',
  },
  targetKind: '',
  targetId: '',
  outcome: 'refused',
  status: 409,
  code: 'name-conflict',
  requestId: `req_${n}`,
});

const start = (database = world.database) =>
  createAuditService({ database, newId, clock: () => now }, (error, lost) => {
    losses = [...losses, [String(error), lost]];
  });

const stored = async () =>
  (await world.pool.query('SELECT request_id, count FROM audit_records ORDER BY id')).rows.map(
    ({ request_id: id, count }) => `${id} ×${count}`,
  );

it('stores what was noted, without being waited for', async () => {
  const { service, writer } = start();
  service.noteAnswer(answer(1));
  expect(await stored()).toEqual([]);
  await writer.flush();
  expect(await stored()).toEqual(['req_1 ×1']);

  const { items } = await service.listAuditRecords(tenantId, { limit: 10 }, {});
  expect(items).toEqual([
    {
      tenantId,
      id: items[0]?.id,
      actorKind: 'user',
      actor: 'subject',
      tokenId: 'jti',
      action: 'createCluster',
      method: 'POST',
      route: '/v1/clusters',
      targetKind: '',
      targetId: '',
      outcome: 'refused',
      status: 409,
      code: 'name-conflict',
      count: 1,
      requestId: 'req_1',
      sourceAddress: '192.0.2.7',
      userAgent: 'curl/8',
      change: {},
      createdAt: '2026-12-01T00:00:01.000Z',
    },
  ]);
});

it('stores a flood of one kind as 20 records and a count', async () => {
  const { service, writer } = start();
  for (let n = 1; n <= 10_000; n += 1) service.noteAnswer(answer(n));
  await writer.flush();
  expect(await stored()).toHaveLength(20);
  now = '2026-12-01T00:01:00.000Z';
  await writer.flush();
  expect(await stored()).toHaveLength(21);
  expect((await stored()).at(-1)).toBe('req_10000 ×9980');
});

it('stores the counts of the minute when the process ends', async () => {
  const { service, writer } = start();
  for (let n = 1; n <= 30; n += 1) service.noteAnswer(answer(n));
  await writer.flush(true);
  expect((await stored()).at(-1)).toBe('req_30 ×10');
});

it('keeps what cannot be stored until it can, and says so', async () => {
  let isAway = true;
  const down = new Error('the database is away');
  const flaky = {
    ...world.database,
    system: () => {
      if (isAway) throw down;
      return world.database.system();
    },
  };
  const { service, writer } = start(flaky);
  service.noteAnswer(answer(1));
  await writer.flush();
  expect(losses).toEqual([['Error: the database is away', 0]]);
  isAway = false;
  await writer.flush();
  expect(await stored()).toEqual(['req_1 ×1']);
});

it('tells how many are lost when the process ends without the database', async () => {
  const down = new Error('the database is away');
  const { service, writer } = start({
    ...world.database,
    system: () => {
      throw down;
    },
  });
  service.noteAnswer(answer(1));
  service.noteAnswer(answer(2));
  await writer.flush(true);
  expect(losses).toEqual([['Error: the database is away', 2]]);
});
