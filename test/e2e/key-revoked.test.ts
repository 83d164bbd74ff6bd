import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProcessWorld, startProcessWorld } from '../harness/processes.ts';

// A key lives in the memory of each process for a moment: a revocation has to reach them all in time.
let world: ProcessWorld;
let urls: readonly string[];

const longestMs = 5000;
const lookMs = 50;

beforeAll(async () => {
  world = await startProcessWorld();
  urls = [world.apiUrl, await world.startAnotherApi(), await world.startAnotherApi()];
});
afterAll(() => world?.close());

const statusAt = async (url: string, key: string): Promise<number> => {
  const { status } = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  return status;
};

const makeKey = async (): Promise<{ readonly id: string; readonly key: string }> => {
  const { status, body } = await world.rest.sendUntilAnswered({
    method: 'POST',
    path: '/v1/api-keys',
    body: { role: 'viewer' },
  });
  expect(status).toBe(201);
  return body;
};

/** Milliseconds until a process refuses the key; it is asked all the time, as a busy client does. */
const refusedAfter = async (url: string, key: string, since: number): Promise<number> => {
  while ((await statusAt(url, key)) !== 401) await delay(lookMs);
  return performance.now() - since;
};

it('a key that is revoked is refused by each of three processes within 5 seconds', async () => {
  for (let round = 1; round <= 3; round += 1) {
    const { id, key } = await makeKey();
    for (const url of urls) expect(await statusAt(url, key)).toBe(200);
    const revoked = await world.rest.send({ method: 'DELETE', path: `/v1/api-keys/${id}` });
    const since = performance.now();
    expect(revoked.status).toBe(204);
    const times = await Promise.all(urls.map((url) => refusedAfter(url, key, since)));
    console.log(`round ${round}: refused after ${times.map((time) => Math.round(time)).join(', ')} ms`);
    expect(Math.max(...times)).toBeLessThan(longestMs);
  }
});
