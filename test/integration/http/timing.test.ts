import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld } from '../../harness/http-world.ts';
import type { TestTenant } from '../../harness/test-world.ts';

// How long an answer takes must not tell whether another tenant has what was asked for.
let world: HttpWorld;
let other: TestTenant;
let foreign: string;

const rounds = 800;
/** Of the median: what the machine itself varies by, with room. */
const noise = 0.1;

beforeAll(async () => {
  world = await createHttpWorld();
  other = await world.createTenant('other');
  for (let n = 1; n <= 20; n += 1) {
    const { body } = await world.send('POST', '/v1/clusters', { body: world.clusterBody(`mine-${n}`) });
    foreign = body.cluster.id;
  }
});
afterAll(() => world.close());

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

it('is the same for what belongs to another tenant and for what does not exist', async () => {
  const absent = 'cl_01h455vb4pex5vsknk084sn02q';
  const kinds = { foreign, absent, absentAgain: 'cl_01h455vb4pex5vsknk084sn02r' };
  const times: Record<keyof typeof kinds, number[]> = { foreign: [], absent: [], absentAgain: [] };
  const ask = async (kind: keyof typeof kinds): Promise<void> => {
    const started = performance.now();
    const { status } = await world.send('GET', `/v1/clusters/${kinds[kind]}`, { tenant: other });
    times[kind].push(performance.now() - started);
    expect(status).toBe(404);
  };
  // In turns, and in another order each time, so that a slow moment of the machine meets all alike.
  const orders = [
    ['foreign', 'absent', 'absentAgain'],
    ['absentAgain', 'foreign', 'absent'],
    ['absent', 'absentAgain', 'foreign'],
  ] as const;
  for (let round = 0; round < rounds; round += 1)
    for (const kind of orders[round % orders.length] ?? []) await ask(kind);

  const [there, gone, control] = [median(times.foreign), median(times.absent), median(times.absentAgain)];
  const told = [there, gone, control].map((one) => one.toFixed(3)).join(' / ');
  console.log(`median of ${rounds}: foreign / absent / absent again: ${told} ms`);
  expect(Math.abs(there - gone)).toBeLessThan(Math.max(4 * Math.abs(gone - control), noise * gone));
});
