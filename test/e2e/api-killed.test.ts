import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoCluster } from '../../src/cli/demo/clusters.ts';
import { type Answer, type ProcessWorld, startProcessWorld } from '../harness/processes.ts';
import { eventually } from '../harness/test-world.ts';

let world: ProcessWorld;

beforeAll(async () => {
  world = await startProcessWorld();
});
afterAll(() => world?.close());

const orderOf = (index: number, name: string) => ({
  method: 'POST' as const,
  path: '/v1/clusters',
  idempotencyKey: `key-${name}`,
  body: { ...demoCluster(index, world.pullSecretId), name },
});

const isReplay = (answer: Answer): boolean => answer.headers.get('idempotent-replayed') === 'true';

const idOf = async (name: string): Promise<string | undefined> => {
  const { rows } = await world.pool.query('SELECT id FROM clusters WHERE name = $1', [name]);
  return rows[0]?.id;
};

/** Statements of the API that wait for a lock. */
const countBlocked = async (): Promise<number> => {
  const { rows } = await world.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE application_name = 'berth-api' AND datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].n;
};

/** Holds every create just before its commit, kills the API, and then lets the database do as `fate` says. */
const killDuringCreate = async (name: string, fate: 'commit' | 'roll back'): Promise<void> => {
  const holder = await world.pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE clusters IN SHARE MODE');
    const lost = world.rest.send(orderOf(0, name)).catch((error: unknown) => error);
    await eventually('the create', async () => (await countBlocked()) === 1);
    await world.api.kill();
    expect(await lost).toBeInstanceOf(Error);
    if (fate === 'roll back') {
      await holder.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
         WHERE application_name = 'berth-api' AND datname = current_database()`,
      );
    }
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  await eventually('the end of the statement', async () => (await countBlocked()) === 0);
};

it('M1: killed before the commit: nothing is stored, and the same key makes one cluster', async () => {
  await killDuringCreate('before-commit', 'roll back');
  expect(await idOf('before-commit')).toBeUndefined();
  world.api.start();
  const answer = await world.rest.sendUntilAnswered(orderOf(0, 'before-commit'));
  expect([answer.status, isReplay(answer)]).toEqual([202, false]);
  expect(await idOf('before-commit')).toBe(answer.body.cluster.id);
});

it('M2: killed after the commit: the same key is told what was made, and the work goes on meanwhile', async () => {
  await killDuringCreate('after-commit', 'commit');
  const id = await eventually('the row', () => idOf('after-commit'));
  await eventually('the placement by the worker', async () => {
    const { rows } = await world.pool.query(
      'SELECT 1 FROM clusters WHERE id = $1 AND placement IS NOT NULL',
      [id],
    );
    return rows.length === 1;
  });
  world.api.start();
  const answer = await world.rest.sendUntilAnswered(orderOf(0, 'after-commit'));
  expect([answer.status, isReplay(answer), answer.body.cluster.id]).toEqual([202, true, id]);
});

it('M3: killed again and again under parallel creates: each key stands for one cluster, and none is lost', async () => {
  const rounds = 4;
  const perRound = 6;
  const first = new Map<string, Answer>();
  let unanswered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const orders = Array.from({ length: perRound }, (_, index) => orderOf(index, `m3-${round}-${index}`));
    const sent = orders.map(async (order) => {
      const answer = await world.rest.send(order).catch(() => undefined);
      if (answer === undefined) unanswered += 1;
      else first.set(order.idempotencyKey, answer);
    });
    await delay(5 + 15 * round);
    await world.api.kill();
    await Promise.all(sent);
    world.api.start();
    await world.waitUntilApiAnswers();
    const again = await Promise.all(orders.map((order) => world.rest.sendUntilAnswered(order)));
    for (const [index, answer] of again.entries()) {
      const { idempotencyKey } = orders[index]!;
      const before = first.get(idempotencyKey);
      expect(answer.status).toBe(202);
      if (before?.status === 202) expect(answer.body.cluster.id).toBe(before.body.cluster.id);
      const read = await world.rest.sendUntilAnswered({
        method: 'GET',
        path: `/v1/clusters/${answer.body.cluster.id}`,
      });
      expect([read.status, read.body.name]).toEqual([200, idempotencyKey.slice('key-'.length)]);
    }
  }
  expect(unanswered).toBeGreaterThan(0);
});

it('keeps every promise: all that was accepted becomes ready, and goes when it is deleted', async () => {
  const states = await world.waitUntilSettled();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  expect(await world.findBroken()).toEqual([]);
  const { rows } = await world.pool.query('SELECT id FROM clusters');
  for (const { id } of rows)
    await world.rest.sendUntilAnswered({ method: 'DELETE', path: `/v1/clusters/${id}` });
  await world.waitUntilSettled();
  expect(await world.findBroken()).toEqual([]);
});
