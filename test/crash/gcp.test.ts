import { expect, it } from 'vitest';
import { createGcpLifeCloud } from '../harness/gcp/gcp-life-cloud.ts';
import { enumerateLives } from './enumerate.ts';

it('the life of a cluster on Google Cloud, with a mishap at every call', async () => {
  const every = Number(process.env['BERTH_CRASH_EVERY'] ?? 1);
  const { runs, callsOfOneLife, problems } = await enumerateLives(createGcpLifeCloud(), { every });
  console.log(`Google Cloud: ${callsOfOneLife} calls in a life, ${runs} lives with a mishap`);
  expect(problems).toEqual([]);
});
