import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createBell } from '../../../src/queue/bell.ts';

const wake = { tenantId: 'ten_1', targetId: 'cl_1' };

/** A port on which nobody listens. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
};

const millisecondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

it('refuses to ring while Redis is away, and can be closed then', async () => {
  const errors: Error[] = [];
  const bell = createBell({ kind: 'redis', url: `redis://127.0.0.1:${await freePort()}` }, (error) =>
    errors.push(error),
  );
  const took = await millisecondsOf(() =>
    expect(bell.ring('cluster', [wake])).rejects.toThrow('the queue does not answer'),
  );
  expect(took).toBeLessThan(3000);
  expect(errors.map((error) => error.message)).toContainEqual(expect.stringContaining('ECONNREFUSED'));
  expect(await millisecondsOf(() => bell.close())).toBeLessThan(1000);
});

it('rings for nothing without a connection', async () => {
  const bell = createBell({ kind: 'redis', url: `redis://127.0.0.1:${await freePort()}` }, () => undefined);
  await bell.ring('cluster', []);
  await bell.close();
});

it('can be closed while it waits for Redis to come', async () => {
  const bell = createBell({ kind: 'redis', url: `redis://127.0.0.1:${await freePort()}` }, () => undefined);
  bell.answer('cluster', 1, async () => undefined);
  expect(await millisecondsOf(() => bell.close())).toBeLessThan(5000);
});
