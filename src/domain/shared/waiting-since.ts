import { cutText } from './cut-text.ts';
import type { WaitingOn } from './status.ts';

/** Keeps `since` while the same party is waited for, for the same reason. */
export const sinceWhen = (
  waiting: Omit<WaitingOn, 'since'> | undefined,
  previous: WaitingOn | undefined,
  now: string,
): WaitingOn | undefined => {
  if (waiting === undefined) return undefined;
  const isSame = previous?.party === waiting.party && previous.reason === waiting.reason;
  return { ...waiting, action: cutText(waiting.action), since: isSame ? previous.since : now };
};
