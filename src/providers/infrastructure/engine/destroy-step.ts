import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JournalRow } from '../../../domain/infrastructure/journal.ts';
import { CloudError, type RemoveResult, type StepHandler } from '../contract.ts';
import type { PassInput, StepResult } from './pass.ts';
import { stepContext } from './step-context.ts';
import { recordFailure } from './step-failure.ts';

interface Work {
  readonly pass: PassInput;
  readonly planned: PlannedStep;
  readonly handler: StepHandler;
}

/** What is left to say of a step: `found` when anything was seen, which asks for another look. */
export type DestroyResult = StepResult & { readonly found: boolean };

const blocked = (
  step: string,
  result: Extract<RemoveResult, { readonly blockedBy: string }>,
): StepResult => ({
  kind: 'failed',
  failure: { step, kind: 'conflict', code: result.code, message: result.blockedBy },
  retryAfterSeconds: 10,
});

const worst = (results: readonly StepResult[]): StepResult =>
  results.find(({ kind }) => kind === 'failed') ??
  results.find(({ kind }) => kind === 'wait') ?? { kind: 'done' };

/** What was tried a moment ago may come into sight yet. */
const stillUnsure = ({ visibilitySeconds, now }: PassInput, row: JournalRow | undefined): number => {
  if (row?.intendedAt === undefined || row.state === 'gone') return 0;
  return Math.max(0, visibilitySeconds - (Date.parse(now()) - Date.parse(row.intendedAt)) / 1000);
};

const removeAll = async (
  { pass, planned, handler }: Work,
  row: JournalRow | undefined,
): Promise<DestroyResult> => {
  const step = stepContext(pass, planned, row?.clientToken ?? pass.newToken());
  await step.assertHeld();
  const found = await handler.find(step, row?.externalId);
  const seen = found.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  // One that has lost our marks is somebody else's now.
  const isTakenOver = found.some(({ id, isOurs }) => id === row?.externalId && !isOurs);
  // What is recorded is removed by its id even when no list shows it: not seen is not gone.
  const hidden =
    row?.externalId !== undefined && row.state !== 'gone' && !isTakenOver && !seen.includes(row.externalId);
  const ids = hidden ? [...seen, row.externalId] : seen;
  if (row !== undefined && ids.length > 0 && row.state !== 'deleting')
    await pass.journal.save({ ...row, state: 'deleting' });
  const results: StepResult[] = [];
  for (const id of ids) {
    await step.assertHeld();
    const result = (await handler.remove?.(step, id)) ?? 'gone';
    if (result === 'gone') continue;
    results.push(
      'blockedBy' in result
        ? blocked(planned.id, result)
        : { kind: 'wait', seconds: result.againInSeconds, what: result.waitingFor },
    );
  }
  const outcome = worst(results);
  if (outcome.kind !== 'done') return { ...outcome, found: true };
  const unsure = stillUnsure(pass, row);
  if (unsure > 0)
    return { kind: 'wait', seconds: unsure, what: `${planned.name} not to come into sight`, found: true };
  const last = pass.journal.get(planned.id);
  if (last !== undefined && last.state !== 'gone') {
    const { lastError: _solved, ...rest } = last;
    await pass.journal.save({ ...rest, state: 'gone', attempts: 0 });
  }
  return { kind: 'done', found: ids.length > 0 };
};

/** Takes away all that is there of one step. What the cloud refuses is returned; all else is thrown. */
export const destroyStep = async (work: Work): Promise<DestroyResult> => {
  const { pass, planned } = work;
  const row = pass.journal.get(planned.id);
  try {
    return await removeAll(work, row);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const { kind, code, message, retryAfterSeconds } = error;
    if (row === undefined)
      return {
        kind: 'failed',
        failure: { step: planned.id, kind, code, message },
        retryAfterSeconds: retryAfterSeconds ?? 10,
        found: true,
      };
    return { ...(await recordFailure(pass, pass.journal.get(planned.id) ?? row, error)), found: true };
  }
};
