import { type LifeCloud, type LifeReport, type Mishap, mishaps, runLife } from './cloud-life.ts';

export interface Enumeration {
  readonly runs: number;
  readonly callsOfOneLife: number;
  readonly problems: readonly string[];
}

/** Seconds by which lists lag in the lives that lag. */
const lags = [0, 30] as const;

interface Point {
  readonly lagSeconds: number;
  readonly call: number;
  readonly mishap: Mishap;
}

/** Every nth place at which a mishap can happen. Only what changes something has a reply that can be missed. */
const pointsOf = (lagSeconds: number, { calls, writes }: LifeReport, every: number): readonly Point[] =>
  mishaps.flatMap((mishap) => {
    const all = mishap === 'lose reply' ? writes : Array.from({ length: calls }, (_, index) => index + 1);
    return all.filter((_call, index) => index % every === 0).map((call) => ({ lagSeconds, call, mishap }));
  });

/**
 * Lives with a mishap at every nth call of an undisturbed one, for each kind of mishap, and with and without lists that lag.
 * `every` 1: at each call. What an undisturbed life makes is what every other has to make. Several doubles of one cloud share the work.
 */
export const enumerateLives = async (
  cloud: LifeCloud | readonly LifeCloud[],
  { every, onRun }: { readonly every: number; readonly onRun?: (line: string) => void },
): Promise<Enumeration> => {
  const clouds: readonly LifeCloud[] = 'name' in cloud ? [cloud] : cloud;
  const [first] = clouds;
  if (first === undefined) throw new Error('lives need a cloud');
  const problems: string[] = [];
  const undisturbed = new Map<number, LifeReport>();
  for (const lagSeconds of lags) {
    const report = await runLife(first, { lagSeconds });
    undisturbed.set(lagSeconds, report);
    problems.push(...report.problems.map((problem) => `undisturbed, lag ${lagSeconds}: ${problem}`));
  }
  const points = [...undisturbed].flatMap(([lagSeconds, report]) => pointsOf(lagSeconds, report, every));
  const open = [...points];
  const work = async (own: LifeCloud): Promise<void> => {
    for (let point = open.shift(); point !== undefined; point = open.shift()) {
      const { lagSeconds, call, mishap } = point;
      const expected = undisturbed.get(lagSeconds)?.made ?? [];
      const report = await runLife(own, { lagSeconds, armed: { call, mishap }, expected });
      const at = `${own.name}, lag ${lagSeconds}, ${mishap} call ${call}`;
      problems.push(...report.problems.map((problem) => `${at}: ${problem}`));
      onRun?.(`${at}: ${report.problems.length === 0 ? 'ok' : report.problems.join('; ')}`);
    }
  };
  await Promise.all(clouds.map(work));
  const callsOfOneLife = Math.max(...[...undisturbed.values()].map(({ calls }) => calls));
  return { runs: points.length, callsOfOneLife, problems };
};
