import { type LifeCloud, type Mishap, mishaps, runLife } from './cloud-life.ts';

export interface Enumeration {
  readonly runs: number;
  readonly callsOfOneLife: number;
  readonly problems: readonly string[];
}

/** Seconds by which lists lag in the lives that lag. */
const lags = [0, 30] as const;

/**
 * Lives with a mishap at every nth call of an undisturbed one, for each kind of mishap, and with and without lists that lag.
 * `every` 1: at each call. What an undisturbed life makes is what every other has to make.
 */
export const enumerateLives = async (
  cloud: LifeCloud,
  { every, onRun }: { readonly every: number; readonly onRun?: (line: string) => void },
): Promise<Enumeration> => {
  const problems: string[] = [];
  let runs = 0;
  let callsOfOneLife = 0;
  for (const lagSeconds of lags) {
    const undisturbed = await runLife(cloud, { lagSeconds });
    problems.push(...undisturbed.problems.map((problem) => `undisturbed, lag ${lagSeconds}: ${problem}`));
    callsOfOneLife = Math.max(callsOfOneLife, undisturbed.calls);
    const run = async (call: number, mishap: Mishap): Promise<void> => {
      const report = await runLife(cloud, {
        lagSeconds,
        armed: { call, mishap },
        expected: undisturbed.made,
      });
      runs += 1;
      const at = `${cloud.name}, lag ${lagSeconds}, ${mishap} call ${call}`;
      problems.push(...report.problems.map((problem) => `${at}: ${problem}`));
      onRun?.(`${at}: ${report.problems.length === 0 ? 'ok' : report.problems.join('; ')}`);
    };
    for (const mishap of mishaps)
      for (let call = 1; call <= undisturbed.calls; call += every) await run(call, mishap);
  }
  return { runs, callsOfOneLife, problems };
};
