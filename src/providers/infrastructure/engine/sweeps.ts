import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { DestroyResult } from './destroy-step.ts';

/**
 * Seconds for which sweeps that all found nothing are not repeated: most passes only wait for something slow, and a sweep costs the
 * account calls that it has few of. All of them, because what one finds may be what proves to another that a thing is ours.
 */
const sweptSeconds = 60;

/** Which sweeps a pass may leave out, and what the next pass is told of them. */
export interface Sweeps {
  canSkip(planned: PlannedStep): boolean;
  note(planned: PlannedStep, result: DestroyResult): void;
  /** When all sweeps last found nothing; undefined when one found something, or something else holds on. */
  sweptAt(isHeld: boolean): string | undefined;
}

/** `isLast`: nothing but a last look is left, which leaves nothing out. */
export const createSweeps = (lastSweptAt: string | undefined, now: string, isLast: boolean): Sweeps => {
  const age = lastSweptAt === undefined ? Infinity : (Date.parse(now) - Date.parse(lastSweptAt)) / 1000;
  const isSwept = !isLast && age < sweptSeconds;
  let hasFound = false;
  return {
    canSkip: ({ role }) => isSwept && role === 'sweep',
    note: ({ role }, { kind, found }) => {
      if (role === 'sweep' && (kind !== 'done' || found)) hasFound = true;
    },
    sweptAt: (isHeld) => {
      if (hasFound || isHeld) return undefined;
      return isSwept ? lastSweptAt : now;
    },
  };
};
