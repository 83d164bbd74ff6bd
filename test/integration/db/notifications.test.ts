import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channels, listenToDatabase, type Notifications } from '../../../src/db/notifications.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { layWire, type Wire } from './wire.ts';

let test: TestDatabase;
let notifications: Notifications | undefined;
let errors: Error[];

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(() => {
  errors = [];
});
afterEach(async () => {
  await notifications?.close();
  notifications = undefined;
});
afterAll(() => test.drop());

const open = (url = test.url): Notifications => {
  notifications = listenToDatabase({ url, onError: (error) => errors.push(error) });
  return notifications;
};

const notify = (channel: string, payload: string): Promise<unknown> =>
  test.pool.query('SELECT pg_notify($1, $2)', [channel, payload]);

/** What a listener was told, once it is as much as expected. */
const createListener = () => {
  const told: (string | undefined)[] = [];
  return { listener: (payload: string | undefined) => void told.push(payload), told };
};

const listening = `datname = current_database() AND application_name = 'berth-listen'`;

const killListener = (): Promise<unknown> =>
  test.pool.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${listening}`);

const countListeners = async (): Promise<number> =>
  (await test.pool.query(`SELECT count(*)::int AS n FROM pg_stat_activity WHERE ${listening}`)).rows[0].n;

it('tells every listener of a channel what was said there, and nobody else', async () => {
  const { listen } = open();
  const [first, second, other] = [createListener(), createListener(), createListener()];
  listen(channels.operation, first.listener);
  listen(channels.operation, second.listener);
  listen(channels.access, other.listener);
  await expect.poll(() => other.told).toEqual([undefined]);
  await notify(channels.operation, 'op_1');
  await expect
    .poll(() => [first.told, second.told])
    .toEqual([
      [undefined, 'op_1'],
      [undefined, 'op_1'],
    ]);
  expect(other.told).toEqual([undefined]);
});

it('tells a listener no more once it has turned away', async () => {
  const { listen } = open();
  const [leaving, staying] = [createListener(), createListener()];
  const leave = listen(channels.event, leaving.listener);
  listen(channels.event, staying.listener);
  await expect.poll(() => staying.told).toEqual([undefined]);
  leave();
  await notify(channels.event, 'ten_1');
  await expect.poll(() => staying.told).toEqual([undefined, 'ten_1']);
  expect(leaving.told).toEqual([undefined]);
});

it('tells nothing of a transaction that was rolled back', async () => {
  const { listen } = open();
  const { listener, told } = createListener();
  listen(channels.operation, listener);
  await expect.poll(() => told).toEqual([undefined]);
  await test.pool.query(`BEGIN; SELECT pg_notify('berth_operation', 'op_gone'); ROLLBACK`);
  await notify(channels.operation, 'op_2');
  await expect.poll(() => told).toEqual([undefined, 'op_2']);
});

it('says after a lost connection that anything may have happened, and goes on', async () => {
  const { listen } = open();
  const { listener, told } = createListener();
  listen(channels.operation, listener);
  await expect.poll(() => told).toEqual([undefined]);
  for (const round of [1, 2]) {
    await killListener();
    await notify(channels.operation, 'lost');
    await expect.poll(() => told.length, { timeout: 5000 }).toBe(2 * round);
    await notify(channels.operation, `heard ${round}`);
    await expect.poll(() => told.length).toBe(2 * round + 1);
  }
  expect(told).toEqual([undefined, undefined, 'heard 1', undefined, 'heard 2']);
  expect(errors).not.toEqual([]);
  expect(await countListeners()).toBe(1);
});

it('goes on telling the others when a listener throws', async () => {
  const { listen } = open();
  const { listener, told } = createListener();
  listen(channels.operation, () => {
    throw new Error('a listener of its own mind');
  });
  listen(channels.operation, listener);
  await expect.poll(() => told).toEqual([undefined]);
  await notify(channels.operation, 'op_1');
  await expect.poll(() => told).toEqual([undefined, 'op_1']);
  expect(errors.map((error) => error.message)).toEqual([
    'a listener of its own mind',
    'a listener of its own mind',
  ]);
  expect(await countListeners()).toBe(1);
});

it('ends its connection when it is closed, and makes no new one', async () => {
  const { listen, close } = open();
  const { listener, told } = createListener();
  listen(channels.event, listener);
  await expect.poll(() => told).toEqual([undefined]);
  await close();
  await expect.poll(countListeners).toBe(0);
  expect(errors).toEqual([]);
});

describe('while the database says nothing', () => {
  let wire: Wire;

  beforeEach(async () => {
    wire = await layWire(test.url);
    wire.lose('everything');
  });
  afterEach(async () => {
    await notifications?.close();
    await wire.close();
  });

  it('gives its connection up and tries again', async () => {
    const { listen } = open(wire.url);
    const { listener, told } = createListener();
    listen(channels.operation, listener);
    await expect.poll(wire.made).toBe(1);
    wire.restore();
    await expect.poll(() => told, { timeout: 8000 }).toEqual([undefined]);
    await notify(channels.operation, 'op_1');
    await expect.poll(() => told).toEqual([undefined, 'op_1']);
  });

  it('is closed within two seconds all the same', async () => {
    const { close } = open(wire.url);
    await expect.poll(wire.made).toBe(1);
    const started = performance.now();
    await close();
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
