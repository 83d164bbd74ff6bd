import type { StepFailure } from '../../../domain/infrastructure/cloud-failure.ts';
import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JournalRow } from '../../../domain/infrastructure/journal.ts';
import type { StepHandler } from '../contract.ts';

/** The stored journal of one cluster. Nothing is done in a cloud before the row that speaks of it is saved. */
export interface Journal {
  get(step: string): JournalRow | undefined;
  rows(): readonly JournalRow[];
  /** Throws when the lease of the cluster has changed hands. */
  save(row: JournalRow): Promise<void>;
}

/** What a pass over the steps of one cluster needs. */
export interface PassInput {
  readonly request: InfrastructureRequest;
  readonly plan: readonly PlannedStep[];
  readonly handlers: Readonly<Record<string, StepHandler>>;
  readonly journal: Journal;
  /** RFC 3339, of the database's clock. */
  readonly now: () => string;
  /** A fresh token for a step that was never tried. ASCII, at most 64 characters. */
  readonly newToken: () => string;
  /** Hash of a planned input, as text. */
  readonly hash: (input: unknown) => string;
  /** Throws when the lease of the cluster has changed hands. */
  readonly assertHeld: () => Promise<void>;
  /** How many steps are worked on at once. */
  readonly concurrency: number;
  /** Seconds after a try to create during which not seeing the thing proves nothing. */
  readonly visibilitySeconds: number;
}

/** Something else to do before a step goes on. */
export interface Waiting {
  readonly step: string;
  readonly seconds: number;
  readonly what: string;
}

/** What became of one step in a pass. */
export type StepResult =
  /** Nothing to be done any more. */
  | { readonly kind: 'done'; readonly drift?: readonly string[] }
  | { readonly kind: 'wait'; readonly seconds: number; readonly what: string }
  | { readonly kind: 'failed'; readonly failure: StepFailure; readonly retryAfterSeconds?: number }
  /** A step that it hangs on is not done. */
  | { readonly kind: 'held' };

/** Shortest of the waits, in seconds; undefined when nobody waits. */
export const shortestWait = (waits: readonly Waiting[]): number | undefined =>
  waits.length === 0 ? undefined : Math.min(...waits.map(({ seconds }) => seconds));
