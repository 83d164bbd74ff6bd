import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JournalRow } from '../../../domain/infrastructure/journal.ts';
import { sameJson } from '../../../domain/shared/same-json.ts';
import { CloudError, type FoundResource, type StepContext, type StepHandler } from '../contract.ts';
import type { PassInput, StepResult } from './pass.ts';
import { stepContext } from './step-context.ts';
import { recordFailure } from './step-failure.ts';

interface Work {
  readonly pass: PassInput;
  readonly planned: PlannedStep;
  readonly handler: StepHandler;
  readonly inputHash: string;
  /** Ids that the cluster's objects refer to already. */
  readonly isReferredTo: (id: string) => boolean;
}

const secondsSince = (instant: string, now: string): number => (Date.parse(now) - Date.parse(instant)) / 1000;

/** Seconds for which a thing that is not seen may still be there. */
const unsureFor = ({ visibilitySeconds, now }: PassInput, row: JournalRow): number =>
  row.intendedAt === undefined ? 0 : Math.max(0, visibilitySeconds - secondsSince(row.intendedAt, now()));

const changedFixed = ({ planned }: Work, row: JournalRow): string | undefined =>
  planned.fixed?.find((member) => !sameJson(row.input[member], planned.input[member]));

/** One thing of many: the recorded one, else the one with the lowest id. The others are made by tries whose reply was lost. */
const keepOne = async (
  step: StepContext,
  handler: StepHandler,
  ours: readonly FoundResource[],
  row: JournalRow,
): Promise<FoundResource | undefined> => {
  const sorted = ours.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const kept = sorted.find(({ id }) => id === row.externalId) ?? sorted[0];
  for (const extra of sorted.filter(({ id }) => id !== kept?.id)) {
    await step.assertHeld();
    await handler.remove?.(step, extra.id);
  }
  return kept;
};

const settle = async (
  work: Work,
  step: StepContext,
  row: JournalRow,
  found: FoundResource | undefined,
): Promise<StepResult> => {
  const { pass, handler, inputHash, planned } = work;
  const id = row.externalId ?? '';
  const drift = found?.drift ?? [];
  const isNew = row.state !== 'settled' || row.inputHash !== inputHash;
  if (handler.settle !== undefined && (isNew || drift.length > 0)) {
    await step.assertHeld();
    const result = await handler.settle(step, id);
    if (result !== 'done') return { kind: 'wait', seconds: result.againInSeconds, what: result.waitingFor };
  }
  if (isNew || row.lastError !== undefined) {
    const { lastError: _solved, ...rest } = row;
    await pass.journal.save({ ...rest, state: 'settled', inputHash, input: planned.input, attempts: 0 });
  }
  return { kind: 'done', ...(isNew ? {} : { drift: drift.map((text) => `${planned.name}: ${text}`) }) };
};

const create = async (work: Work, step: StepContext, row: JournalRow): Promise<StepResult> => {
  const { pass, handler, planned } = work;
  if (handler.create === undefined)
    throw new CloudError('invalid', 'NotFound', `${planned.name} does not exist, and is not made by Berth.`);
  const intended: JournalRow = { ...row, state: 'intended', intendedAt: pass.now(), input: planned.input };
  await pass.journal.save(intended);
  await step.assertHeld();
  let id: string;
  try {
    id = await handler.create(step);
  } catch (error) {
    // The reply says that nothing was made: only then may it be tried again at once.
    const { intendedAt: _none, ...known } = intended;
    const isUnknown = !(error instanceof CloudError) || error.kind === 'unknownOutcome';
    return recordFailure(pass, isUnknown ? intended : known, error);
  }
  const created: JournalRow = { ...intended, state: 'created', externalId: id };
  await pass.journal.save(created);
  return settle(work, step, created, undefined);
};

/** Nothing of ours is seen: either it was never made, or it cannot be seen yet, or somebody took it away. */
const makeMissing = async (work: Work, step: StepContext, row: JournalRow): Promise<StepResult> => {
  const { pass, planned, isReferredTo } = work;
  const unsure = unsureFor(pass, row);
  if (unsure > 0) return { kind: 'wait', seconds: unsure, what: `${planned.name} to be visible` };
  const { externalId } = row;
  if (externalId === undefined) return create(work, step, row);
  if (planned.hasStableId !== true && isReferredTo(externalId))
    throw new CloudError('lost', 'NotFound', `${planned.name} (${externalId}) has vanished.`);
  // The token of the old one would bring back the reply that made it.
  const clientToken = pass.newToken();
  const { externalId: _lost, ...rest } = row;
  return create(work, stepContext(pass, planned, clientToken), { ...rest, clientToken });
};

const bringAbout = async (work: Work, row: JournalRow): Promise<StepResult> => {
  const { pass, planned, handler } = work;
  const step = stepContext(pass, planned, row.clientToken);
  const changed = changedFixed(work, row);
  if (changed !== undefined)
    throw new CloudError('invalid', 'Immutable', `${changed} of ${planned.name} cannot be changed.`);
  await step.assertHeld();
  const found = await handler.find(step, row.externalId);
  const kept =
    planned.role === 'found'
      ? (found.find(({ id }) => id === row.externalId) ?? found[0])
      : await keepOne(
          step,
          handler,
          found.filter(({ isOurs }) => isOurs),
          row,
        );
  if (kept === undefined && found.length > 0)
    throw new CloudError('foreign', 'AlreadyExists', `${planned.name} exists and is not ours.`);
  if (kept === undefined) return makeMissing(work, step, row);
  const adopted: JournalRow =
    row.externalId === kept.id
      ? row
      : { ...row, state: 'created', externalId: kept.id, input: planned.input };
  if (adopted !== row) await pass.journal.save(adopted);
  return settle(work, step, adopted, kept);
};

/** Brings one step about as far as it goes now. What the cloud refuses is stored and returned; all else is thrown. */
export const ensureStep = async (work: Work): Promise<StepResult> => {
  const { pass, planned, inputHash } = work;
  const row: JournalRow = pass.journal.get(planned.id) ?? {
    step: planned.id,
    type: planned.type,
    ownership: planned.role === 'found' ? 'external' : 'managed',
    state: 'intended',
    clientToken: pass.newToken(),
    inputHash,
    input: planned.input,
    attempts: 0,
  };
  try {
    return await bringAbout(work, row);
  } catch (error) {
    return recordFailure(pass, pass.journal.get(planned.id) ?? row, error);
  }
};
