import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAwsWorkerWorld } from './aws-worker-world.ts';
import { every } from './every.ts';

/**
 * A worker dies at every so-manieth call of a life; lives in which it begins to die one call later each cover all calls. More calls
 * than the longest look at an account needs, after which all is asked again.
 */
const stride = 45;

const offsets = Array.from({ length: stride }, (_, offset) => offset).filter(
  (offset) => offset % every === 0,
);

let world: Awaited<ReturnType<typeof startAwsWorkerWorld>>;
const table: string[] = [];
beforeAll(async () => {
  world = await startAwsWorkerWorld();
});
afterAll(async () => {
  console.log(
    ['worker killed | lives | deaths | kinds of calls | calls of a life | seconds', ...table].join('\n'),
  );
  await world?.close();
});

describe.each(['before', 'after'] as const)('a worker process that is killed %s a call to AWS', (phase) => {
  it('doubles nothing and leaves nothing', async () => {
    const begun = performance.now();
    const before = await world.census();
    const deathsBefore = world.counts().deaths;
    let most = 0;
    for (const offset of offsets) {
      const at = { phase, offset };
      const lagSeconds = offset % 2 === 0 ? 0 : 30;
      world.killAt({ phase, lagSeconds, isAt: (call) => call % stride === offset });
      const { id, state } = await world.create(`${phase}-${offset}`);
      expect({ ...at, state }).toEqual({ ...at, state: 'succeeded' });
      expect({ ...at, ...(await world.addZone(id)) }).toMatchObject({ ...at, state: 'succeeded' });
      expect({ ...at, ...(await world.remove(id)) }).toMatchObject({ ...at, state: 'succeeded' });
      expect({ ...at, census: await world.census() }).toEqual({ ...at, census: before });
      most = Math.max(most, world.counts().calls);
    }
    const deaths = world.counts().deaths - deathsBefore;
    const seconds = Math.round((performance.now() - begun) / 1000);
    const kinds = new Set(world.outlived.splice(0)).size;
    table.push([`${phase} a call`, offsets.length, deaths, kinds, most, seconds].join(' | '));
    expect(deaths).toBeGreaterThan(offsets.length * 3);
    expect(await world.findBroken()).toEqual([]);
  });
});
