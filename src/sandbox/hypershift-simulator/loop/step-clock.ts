import { newestTransition } from '../conditions.ts';
import type { HostedCluster, NodePool } from '../objects.ts';
import type { Pace } from '../pace.ts';

/**
 * How long an object has been in its present state. The object itself tells: by its newest transition, its deletion, its creation.
 * What is remembered here only makes that finer than a second; a restarted simulator does without.
 */
export class StepClock {
  readonly #pace: Pace;
  readonly #steps = new Map<string, number>();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  elapsed(object: HostedCluster | NodePool, now: number): number {
    const { uid, creationTimestamp, deletionTimestamp } = object.metadata;
    const told = newestTransition(object.status?.conditions) ?? Date.parse(creationTimestamp ?? '');
    const entered = this.#steps.get(uid) ?? (Number.isNaN(told) ? now : told);
    const since =
      deletionTimestamp === undefined ? entered : Math.max(entered, Date.parse(deletionTimestamp));
    return this.#pace.simulatedSeconds(uid, now - since);
  }

  /** `left`: simulated seconds that the step did not use. */
  stepped(uid: string, now: number, left: number): void {
    this.#steps.set(uid, now - this.#pace.realMs(uid, left));
  }

  forget(uid: string): void {
    this.#steps.delete(uid);
  }
}
