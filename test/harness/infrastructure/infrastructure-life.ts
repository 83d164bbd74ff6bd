import { createHash } from 'node:crypto';
import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import type { JournalRow } from '../../../src/domain/infrastructure/journal.ts';
import {
  CloudError,
  type CloudSession,
  type StepHandler,
} from '../../../src/providers/infrastructure/contract.ts';
import {
  type DestroyOutcome,
  destroyInfrastructure,
} from '../../../src/providers/infrastructure/engine/destroy.ts';
import {
  type EnsureOutcome,
  ensureInfrastructure,
} from '../../../src/providers/infrastructure/engine/ensure.ts';
import type { Journal, PassInput } from '../../../src/providers/infrastructure/engine/pass.ts';

/** A journal that outlives a worker. `around` sees every save. */
export class MemoryJournal implements Journal {
  readonly stored = new Map<string, JournalRow>();
  /** Counted on for its whole life: none is given twice. */
  tokens = 0;
  around: (save: () => void) => void = (save) => save();

  get(step: string): JournalRow | undefined {
    return this.stored.get(step);
  }

  rows(): readonly JournalRow[] {
    return [...this.stored.values()];
  }

  async save(row: JournalRow): Promise<void> {
    this.around(() => void this.stored.set(row.step, row));
  }
}

/** The worker has died: nothing of it goes on. */
export class WorkerKilled extends Error {}

export interface LifeOptions {
  readonly request: InfrastructureRequest;
  readonly plan: readonly PlannedStep[];
  /** Used by all passes; when absent each opens a session of its own, as in production. */
  readonly handlers?: Readonly<Record<string, StepHandler>>;
  readonly open?: (phase: 'create' | 'destroy') => Promise<CloudSession>;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly advance: (seconds: number) => Promise<void> | void;
  readonly journal?: MemoryJournal;
  readonly concurrency?: number;
  /** Called before each call to the cloud; throws `WorkerKilled` once the worker is dead. */
  readonly assertHeld?: () => Promise<void>;
  /** A new worker takes over. */
  readonly onKilled?: () => void;
}

/** More passes than any life needs. */
const mostPasses = 400;

/**
 * Drives the passes of one cluster as a worker does that is put up again whenever it dies. Time goes by as the passes
 * ask for; a try after a death waits fifteen seconds, as long as the lease of the dead.
 */
export const createInfrastructureLife = (options: LifeOptions) => {
  const journal = options.journal ?? new MemoryJournal();
  let passes = 0;
  const pass = (): PassInput => ({
    request: options.request,
    plan: options.plan,
    handlers: options.handlers ?? {},
    journal,
    now: () => new Date(options.clock()).toISOString(),
    newToken: () => {
      journal.tokens += 1;
      return `token-${options.request.infraId}-${journal.tokens}`;
    },
    hash: (input) => createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16),
    assertHeld: options.assertHeld ?? (async () => undefined),
    concurrency: options.concurrency ?? 1,
    visibilitySeconds: 60,
  });
  const isReferredTo = (id: string): boolean =>
    journal.rows().some((row) => row.externalId === id && row.step.startsWith('subnet/private'));

  /** A pass in a session of its own. What cannot be opened is tried again later, as anything else that a cloud refuses. */
  const inSession = async <Outcome>(
    phase: 'create' | 'destroy',
    run: (input: PassInput) => Promise<Outcome>,
    held: Outcome,
  ): Promise<Outcome> => {
    if (options.open === undefined) return run(pass());
    let session: CloudSession | undefined;
    try {
      session = await options.open(phase);
      return await run({ ...pass(), handlers: session.handlers });
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      await options.assertHeld?.();
      return held;
    } finally {
      session?.close();
    }
  };
  const ensure = (isCheck: boolean): Promise<EnsureOutcome> =>
    inSession('create', (input) => ensureInfrastructure(input, { isCheck, isReferredTo }), {
      isUsable: false,
      isComplete: false,
      failures: [],
      repaired: [],
      waiting: [],
    });
  /** Stored with the state of the infrastructure when a pass has ended; a worker that dies in it stores nothing. */
  let sweptAt: string | undefined;
  const destroy = async (): Promise<DestroyOutcome> => {
    const outcome = await inSession('destroy', (input) => destroyInfrastructure(input, sweptAt), {
      isGone: false,
      failures: [],
      waiting: [],
    });
    sweptAt = outcome.sweptAt;
    return outcome;
  };
  const untilDone = async <Outcome>(
    turn: () => Promise<Outcome & { readonly againInSeconds?: number }>,
    isDone: (outcome: Outcome) => boolean,
  ): Promise<Outcome> => {
    for (let count = 0; count < mostPasses; count += 1) {
      passes += 1;
      try {
        const outcome = await turn();
        if (isDone(outcome)) return outcome;
        await options.advance(outcome.againInSeconds ?? 10);
      } catch (error) {
        if (!(error instanceof WorkerKilled)) throw error;
        options.onKilled?.();
        await options.advance(15);
      }
    }
    throw new Error(`not done in ${mostPasses} passes`);
  };

  return {
    journal,
    pass,
    passes: () => passes,
    /** Until every step is there. */
    create: (): Promise<EnsureOutcome> =>
      untilDone(
        () => ensure(false),
        ({ isComplete }) => isComplete,
      ),
    /** One look at everything. */
    check: (): Promise<EnsureOutcome> => ensure(true),
    checkUntilDone: (): Promise<EnsureOutcome> =>
      untilDone(
        () => ensure(true),
        ({ isComplete }) => isComplete,
      ),
    /** Until a whole pass finds nothing. */
    destroy: (): Promise<DestroyOutcome> => untilDone(destroy, ({ isGone }) => isGone),
  };
};
