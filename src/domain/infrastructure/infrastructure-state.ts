import type { FieldProblem } from '../shared/problem.ts';
import type { StepFailure } from './cloud-failure.ts';

/** How the last pass over the infrastructure of a cluster went. Written by the cluster reconciler only. */
export interface InfrastructureState {
  readonly phase: 'creating' | 'ready' | 'destroying' | 'gone';
  /** Of the plan that was last brought about in full. */
  readonly planHash?: string;
  /** Of the plan that the last pass worked on, however it went: another plan is begun at once, the same one when its time has come. */
  readonly triedPlanHash?: string;
  /** How often the credentials of the cluster had been renewed or found good when the last pass began; absent: never. */
  readonly credentialWakes?: number;
  /** When the last pass ended. */
  readonly passedAt: string;
  /** When the next pass is due. */
  readonly nextPassAt: string;
  /** What the cloud refused in the last pass. */
  readonly failures: readonly StepFailure[];
  /** What the account cannot take, found before anything is made. */
  readonly problems: readonly FieldProblem[];
  /** What the next pass waits for, in words. */
  readonly waitingFor: readonly string[];
  /** What somebody had changed by hand, and the last check put right. */
  readonly repaired: readonly string[];
  /** While it is taken away: when nothing that others made was last found inside of it. */
  readonly sweptAt?: string;
  /** Passes in a row that met a refusal. */
  readonly failedPasses: number;
}

/** Seconds. */
export const infrastructureTiming = {
  /** Everything is looked at again at least this often, so that drift does not last. */
  check: 3600,
  /** Soon after all is there it is looked at once more: a reply that was lost may have left a second thing. */
  firstCheck: 120,
  /** Longest pause while something is in the way that goes by itself. */
  pollBlocked: 30,
  /** Longest pause between passes that fail. */
  longestPause: 300,
} as const;
