import { cutText } from './cut-text.ts';
import type { Condition, ConditionStatus } from './status.ts';

export interface Verdict {
  readonly status: ConditionStatus;
  readonly reason: string;
  readonly message: string;
}

export const yes = (reason: string, message = ''): Verdict => ({ status: 'True', reason, message });
export const no = (reason: string, message = ''): Verdict => ({ status: 'False', reason, message });
export const unsure = (reason: string, message = ''): Verdict => ({ status: 'Unknown', reason, message });

/** Turns verdicts into conditions. The transition time moves only when the status does. */
export const stampConditions = (
  verdicts: Readonly<Record<string, Verdict>>,
  previous: readonly Condition[],
  observedGeneration: number,
  now: string,
): readonly Condition[] =>
  Object.entries(verdicts).map(([type, verdict]) => {
    const before = previous.find((condition) => condition.type === type);
    return {
      type,
      status: verdict.status,
      reason: verdict.reason,
      message: cutText(verdict.message),
      lastTransitionTime: before?.status === verdict.status ? before.lastTransitionTime : now,
      observedGeneration,
    };
  });
