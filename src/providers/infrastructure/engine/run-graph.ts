import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { StepResult } from './pass.ts';

/**
 * Runs the steps of an ordered plan, at most `concurrency` at once, each when all that it needs is `done`; a step whose
 * needs are not done is `held`. The first error that is thrown stops new steps and is thrown when the running ones have ended.
 */
export const runGraph = async (
  ordered: readonly PlannedStep[],
  concurrency: number,
  run: (step: PlannedStep) => Promise<StepResult>,
): Promise<ReadonlyMap<string, StepResult>> => {
  const results = new Map<string, StepResult>();
  const running = new Map<string, Promise<void>>();
  const open = new Set(ordered);
  let fault: { readonly error: unknown } | undefined;

  const start = (step: PlannedStep): void => {
    open.delete(step);
    const work = run(step)
      .then((result) => void results.set(step.id, result))
      .catch((error: unknown) => {
        fault ??= { error };
      })
      .finally(() => running.delete(step.id));
    running.set(step.id, work);
  };

  /** Undefined while something that it needs is under way. */
  const verdictOn = ({ after }: PlannedStep): 'run' | 'held' | undefined => {
    const needs = after.map((id) => results.get(id));
    if (needs.some((result) => result !== undefined && result.kind !== 'done')) return 'held';
    return needs.every((result) => result?.kind === 'done') ? 'run' : undefined;
  };

  while ((open.size > 0 && fault === undefined) || running.size > 0) {
    for (const step of [...open]) {
      if (fault !== undefined || running.size >= concurrency) break;
      const verdict = verdictOn(step);
      if (verdict === 'run') start(step);
      if (verdict !== 'held') continue;
      open.delete(step);
      results.set(step.id, { kind: 'held' });
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  if (fault !== undefined) throw fault.error;
  return results;
};
