import type { Party } from './error.ts';
import type { Attempt } from './reconcile.ts';
import type { WaitingOn } from './status.ts';

interface FailureKind {
  /** CamelCase, for conditions. */
  readonly reason: string;
  readonly party: Party;
}

/** What a failed call to a management cluster is called in conditions, and who has to act. */
const failureKinds: Readonly<Record<string, FailureKind>> = {
  unreachable: { reason: 'CallUnreachable', party: 'platform' },
  timeout: { reason: 'CallTimedOut', party: 'platform' },
  throttled: { reason: 'CallThrottled', party: 'platform' },
  unavailable: { reason: 'CallUnavailable', party: 'platform' },
  nonsense: { reason: 'CallAnsweredNonsense', party: 'fleetOperator' },
  unauthorized: { reason: 'CallUnauthorized', party: 'fleetOperator' },
  forbidden: { reason: 'CallForbidden', party: 'fleetOperator' },
  conflict: { reason: 'CallConflict', party: 'platform' },
  invalid: { reason: 'SpecRefused', party: 'user' },
  'bad-name': { reason: 'InternalFault', party: 'platform' },
  internal: { reason: 'InternalFault', party: 'platform' },
};

const unknownKind: FailureKind = { reason: 'InternalFault', party: 'platform' };

export interface CallFailure extends FailureKind {
  readonly message: string;
}

/** The failure that the next try has to overcome; undefined when the last one came off. */
export const callFailureOf = ({ failures, lastError }: Attempt): CallFailure | undefined => {
  if (failures === 0 || lastError === undefined) return undefined;
  return { ...(failureKinds[lastError.code] ?? unknownKind), message: lastError.message };
};

/** Who has to act on a failed call, and how. */
export const waitingOnCall = (attempt: Attempt): Omit<WaitingOn, 'since'> | undefined => {
  const failure = callFailureOf(attempt);
  if (failure === undefined) return undefined;
  const { party, reason, message } = failure;
  return { party, reason, action: party === 'platform' ? 'Nothing: Berth tries again by itself.' : message };
};
