import type { JournalRow } from '../../../domain/infrastructure/journal.ts';
import { CloudError } from '../contract.ts';
import type { PassInput, StepResult } from './pass.ts';

/** Longest pause between two tries of a step that fails, in seconds. */
const longestPause = 60;

/** 5, 10, 20, 40, 60 seconds; a cloud that says how long is believed, up to ten minutes. */
const pauseAfter = (attempts: number, error: CloudError): number =>
  Math.min(error.retryAfterSeconds ?? Math.min(5 * 2 ** Math.max(0, attempts - 1), longestPause), 600);

/** Stores what the cloud said of a step, and says when it is tried again. Throttling is not a failure and counts none. */
export const recordFailure = async (
  pass: PassInput,
  row: JournalRow,
  error: unknown,
): Promise<StepResult> => {
  if (!(error instanceof CloudError)) throw error;
  const { kind, code, message } = error;
  const attempts = kind === 'throttled' ? row.attempts : row.attempts + 1;
  await pass.journal.save({ ...row, attempts, lastError: { kind, code, message, at: pass.now() } });
  return {
    kind: 'failed',
    failure: { step: row.step, kind, code, message },
    retryAfterSeconds: pauseAfter(attempts, error),
  };
};
