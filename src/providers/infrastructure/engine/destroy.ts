import type { StepFailure } from '../../../domain/infrastructure/cloud-failure.ts';
import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { destroyStep } from './destroy-step.ts';
import { type PassInput, type StepResult, shortestWait, type Waiting } from './pass.ts';
import { dependentsOf, orderSteps } from './plan-order.ts';
import { runGraph } from './run-graph.ts';
import { createSweeps } from './sweeps.ts';

export interface DestroyOutcome {
  /** A whole pass has found nothing. */
  readonly isGone: boolean;
  readonly failures: readonly StepFailure[];
  readonly waiting: readonly Waiting[];
  /** When another pass is worth while. 0: at once, to see that nothing is left. */
  readonly againInSeconds?: number;
  /** When all sweeps last found nothing, to be handed to the next pass. */
  readonly sweptAt?: string;
}

/** The plan with its arrows turned round: what needs a step goes before it, but for what goes with its container. */
const reversed = (plan: readonly PlannedStep[]): readonly PlannedStep[] => {
  const carried = new Set(plan.flatMap(({ id, goesWith }) => (goesWith === undefined ? [] : [id])));
  const dependents = dependentsOf(plan);
  return plan.toReversed().map((step) => ({
    ...step,
    after:
      step.goesWith === undefined
        ? (dependents.get(step.id) ?? []).filter((id) => !carried.has(id))
        : [step.goesWith],
  }));
};

/** Steps that an earlier plan had: what they made is removed by its recorded id. */
const forgottenSteps = ({ plan, journal }: PassInput): readonly PlannedStep[] =>
  journal
    .rows()
    .filter((row) => row.state !== 'gone' && !plan.some(({ id }) => id === row.step))
    .map(({ step, type, input }) => ({ id: step, type, name: step, after: [], input: input as JsonObject }));

/** One pass over all steps, last made first; found things of others inside ours included. What only was looked up stays. */
export const destroyInfrastructure = async (pass: PassInput, sweptAt?: string): Promise<DestroyOutcome> => {
  const all = [...pass.plan, ...forgottenSteps(pass)];
  const plan = orderSteps(reversed(orderSteps(all)));
  const waiting: Waiting[] = [];
  const isLast = pass.journal.rows().every((row) => row.ownership === 'external' || row.state === 'gone');
  let hasFound = !isLast;
  const sweeps = createSweeps(sweptAt, pass.now(), isLast);
  const look = async (planned: PlannedStep): Promise<StepResult> => {
    const handler = pass.handlers[planned.type];
    if (handler === undefined) throw new TypeError(`no handler for steps of type ${planned.type}`);
    const original = all.find(({ id }) => id === planned.id) ?? planned;
    const result = await destroyStep({ pass, planned: original, handler });
    hasFound ||= result.found;
    sweeps.note(planned, result);
    if (result.kind === 'wait')
      waiting.push({ step: planned.id, seconds: result.seconds, what: result.what });
    if (result.kind === 'failed')
      waiting.push({
        step: planned.id,
        seconds: result.retryAfterSeconds ?? 10,
        what: result.failure.message,
      });
    return result;
  };
  const passedOver: PlannedStep[] = [];
  const results = await runGraph(plan, pass.concurrency, async (planned): Promise<StepResult> => {
    if (planned.role === 'found' || sweeps.canSkip(planned)) return { kind: 'done' };
    // Looked at again when all others are gone as well: a pass that finds nothing is the end.
    if (isLast || pass.journal.get(planned.id)?.state !== 'gone') return look(planned);
    passedOver.push(planned);
    return { kind: 'done' };
  });
  // Something holds on to something: it may be what was taken for gone.
  const isHeld = [...results.values()].some(
    (result) => result.kind === 'failed' && result.failure.kind === 'conflict',
  );
  if (isHeld) for (const planned of passedOver) await look(planned);
  const isAllDone = plan.every(({ id }) => results.get(id)?.kind === 'done');
  const isGone = isAllDone && !hasFound;
  const lastSweptAt = sweeps.sweptAt(isHeld);
  return {
    isGone,
    failures: [...results.values()].flatMap((result) => (result.kind === 'failed' ? [result.failure] : [])),
    waiting,
    ...(lastSweptAt === undefined ? {} : { sweptAt: lastSweptAt }),
    // What was seen again after all was gone is mostly the echo of a list that lags.
    ...(isGone ? {} : { againInSeconds: isAllDone && !isLast ? 0 : (shortestWait(waiting) ?? 10) }),
  };
};
