import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrashWorld, type LifeKind } from '../harness/crash/crash-world.ts';
import { crashModes } from '../harness/crash/failpoints.ts';

// Lives of a cluster from create to nothing left, disturbed once at each outside effect of the worker in turn.
// BERTH_ALL_POINTS=1 takes every point; BERTH_POINT=63 takes one, for the pursuit of a failure.
const takesAll = process.env['BERTH_ALL_POINTS'] === '1';
const stride = takesAll ? 1 : 7;
const only = Number(process.env['BERTH_POINT'] ?? 0);
const enough = 5;

let world: Awaited<ReturnType<typeof createCrashWorld>>;

beforeAll(async () => {
  world = await createCrashWorld();
});
afterAll(() => world?.close());

const kindsIn = (census: readonly string[]): readonly string[] =>
  census.map((text) => JSON.parse(text).kind).sort();

it('counts every outside effect of an undisturbed life', async () => {
  const { problems, hit, census, points } = await world.play('whole');
  expect({ problems, hit }).toEqual({ problems: [], hit: undefined });
  expect(kindsIn(census)).toEqual([
    'HostedCluster',
    'Namespace',
    'NetworkPolicy',
    'NodePool',
    'ResourceQuota',
    'Secret',
    'Secret',
  ]);
  expect(points).toEqual(
    expect.arrayContaining(['apply HostedCluster', 'delete HostedCluster', 'delete Namespace', 'commit']),
  );
});

/** What went wrong in lives that were disturbed at one point each. */
const playDisturbed = async (life: LifeKind, mode: (typeof crashModes)[number], first: number) => {
  const undisturbed = await world.play(life);
  const failures = undisturbed.problems.map((problem) => `undisturbed: ${problem}`);
  for (let point = only || first; point <= (only || undisturbed.points.length); point += stride) {
    const run = await world.play(life, { point, mode });
    const problems = [...run.problems];
    if (run.hit === undefined) problems.push('the point was not reached');
    if (run.census.join('\n') !== undisturbed.census.join('\n')) problems.push('another census');
    for (const problem of problems) failures.push(`point ${point} (${run.hit}): ${problem}`);
    if (failures.length >= enough) break;
  }
  return failures;
};

const cases = crashModes.map((mode, index) => [mode, index + 1] as const);
const longest = 900_000;

describe.each(cases)('a worker that meets: %s', (mode, first) => {
  it(
    'takes a cluster through its whole life all the same',
    async () => {
      expect(await playDisturbed('whole', mode, first)).toEqual([]);
    },
    longest,
  );

  it.each(takesAll ? [1, 2, 3, 4] : [first])(
    'leaves nothing of a cluster that is deleted after %s turns',
    async (deletedAfterTurns) => {
      expect(await playDisturbed({ deletedAfterTurns }, mode, first)).toEqual([]);
    },
    longest,
  );
});
