import { afterAll, describe, expect, it } from 'vitest';
import { createGcpLifeCloud } from '../harness/gcp/gcp-life-cloud.ts';
import type { LifeCloud } from './cloud-life.ts';
import { enumerateLives } from './enumerate.ts';

/** Every nth call; 1 is all of them. */
const every = Math.max(1, Number(process.env['BERTH_CRASH_EVERY'] ?? 1));

const clouds: readonly { readonly type: string; readonly start: () => Promise<LifeCloud> }[] = [
  { type: 'gcp', start: async () => createGcpLifeCloud() },
];

const table: string[] = [];
afterAll(() => console.log(['cloud | lives | calls of a life | problems', ...table].join('\n')));

describe.each(clouds)('a cluster on $type', ({ start }) => {
  it('leaves nothing doubled and nothing behind, whatever dies or is lost at whichever call', async () => {
    const cloud = await start();
    try {
      const { runs, callsOfOneLife, problems } = await enumerateLives(cloud, { every });
      table.push(`${cloud.name} | ${runs} | ${callsOfOneLife} | ${problems.length}`);
      expect(problems).toEqual([]);
      expect(runs).toBeGreaterThan(20);
    } finally {
      await cloud.stop?.();
    }
  });
});
