import type { StepFailure } from '../../../domain/infrastructure/cloud-failure.ts';
import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import { ensureStep } from './ensure-step.ts';
import { type PassInput, type StepResult, shortestWait, type Waiting } from './pass.ts';
import { orderSteps } from './plan-order.ts';
import { runGraph } from './run-graph.ts';

export interface EnsureOutcome {
  /** Every step that the manifests need is there. */
  readonly isUsable: boolean;
  /** Every step is there. */
  readonly isComplete: boolean;
  readonly failures: readonly StepFailure[];
  /** What somebody had changed by hand, and was put right. */
  readonly repaired: readonly string[];
  readonly waiting: readonly Waiting[];
  /** When another pass is worth while; undefined when there is nothing to wait for. */
  readonly againInSeconds?: number;
}

export interface EnsureOptions {
  /** Looks at everything; else only at what is not settled. */
  readonly isCheck: boolean;
  /** Whether the cluster's objects refer to an id already. */
  readonly isReferredTo: (id: string) => boolean;
}

const waitOf = (step: PlannedStep, result: StepResult): Waiting | undefined => {
  if (result.kind === 'wait') return { step: step.id, seconds: result.seconds, what: result.what };
  if (result.kind !== 'failed' || result.retryAfterSeconds === undefined) return undefined;
  return { step: step.id, seconds: result.retryAfterSeconds, what: result.failure.code };
};

/** One pass over all steps: each as far as it goes, those that do not hang on each other beside each other. */
export const ensureInfrastructure = async (
  pass: PassInput,
  { isCheck, isReferredTo }: EnsureOptions,
): Promise<EnsureOutcome> => {
  const plan = orderSteps(pass.plan.filter(({ role }) => role !== 'sweep'));
  const results = await runGraph(plan, pass.concurrency, async (planned): Promise<StepResult> => {
    const handler = pass.handlers[planned.type];
    if (handler === undefined) throw new TypeError(`no handler for steps of type ${planned.type}`);
    const inputHash = pass.hash(planned.input);
    const row = pass.journal.get(planned.id);
    if (!isCheck && row?.state === 'settled' && row.inputHash === inputHash) return { kind: 'done' };
    return ensureStep({ pass, planned, handler, inputHash, isReferredTo });
  });
  const isDone = ({ id }: PlannedStep): boolean => results.get(id)?.kind === 'done';
  const inOrder = plan.map(({ id }): StepResult => results.get(id) ?? { kind: 'held' });
  const waiting = plan.flatMap((step, index) => waitOf(step, inOrder[index] ?? { kind: 'held' }) ?? []);
  const againInSeconds = shortestWait(waiting);
  return {
    isUsable: plan.every((step) => step.isLate === true || isDone(step)),
    isComplete: plan.every(isDone),
    failures: inOrder.flatMap((result) => (result.kind === 'failed' ? [result.failure] : [])),
    repaired: inOrder.flatMap((result) => (result.kind === 'done' ? (result.drift ?? []) : [])),
    waiting,
    ...(againInSeconds === undefined ? {} : { againInSeconds }),
  };
};
