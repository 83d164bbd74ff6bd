import { expect, it } from 'vitest';
import { enumerateLives } from '../../../crash/enumerate.ts';
import { createGcpLifeCloud } from '../../../harness/gcp/gcp-life-cloud.ts';

/** Every call by `npm run test:crash`. */
const every = 29;

it('a worker that dies or a reply that is lost doubles nothing and leaves nothing', async () => {
  const { runs, callsOfOneLife, problems } = await enumerateLives(createGcpLifeCloud(), { every });
  expect(problems).toEqual([]);
  expect(callsOfOneLife).toBeGreaterThan(300);
  expect(runs).toBeGreaterThan(50);
});
