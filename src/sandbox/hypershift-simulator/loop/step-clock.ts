import { newestTransition } from '../conditions.ts';
import type { Wait } from '../decision.ts';
import type { HostedCluster, NodePool } from '../objects.ts';
import type { Pace } from '../pace.ts';
import { anyStep, type Waited } from '../steps.ts';

/**
 * How long an object has waited for its next step. What is remembered is only that: how far the object is, it tells itself,
 * and a restarted simulator takes the newest transition for the beginning of the wait.
 */
export class StepClock {
  readonly #pace: Pace;
  readonly #waits = new Map<string, { step: string | undefined; since: number }>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  waited({ metadata, status }: HostedCluster | NodePool, now: number): Waited {
    const remembered = this.#waits.get(metadata.uid);
    const told = newestTransition(status?.conditions) ?? Date.parse(metadata.creationTimestamp ?? '');
    const began = Math.max(told || now, Date.parse(metadata.deletionTimestamp ?? '') || 0);
    const since = remembered?.since ?? began;
    return {
      step: remembered ? remembered.step : anyStep,
      seconds: this.#pace.simulatedSeconds(metadata.uid, now - since),
    };
  }

  note(uid: string, wait: Wait | undefined, now: number): void {
    const due = wait?.kind === 'step' ? wait.due : undefined;
    this.#waits.set(uid, { step: due?.step, since: now - this.#pace.realMs(uid, due?.waited ?? 0) });
  }

  forget(uid: string): void {
    this.#waits.delete(uid);
  }
}
