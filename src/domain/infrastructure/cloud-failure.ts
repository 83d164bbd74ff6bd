import type { Party } from '../shared/error.ts';

interface CloudErrorClass {
  /** Whether the same call may succeed later without anybody acting. */
  readonly retryable: boolean;
  readonly party: Party;
  /** What the party is to do. */
  readonly action: string;
}

/** Kinds of refusal by a cloud, and who must act. */
export const cloudErrors = {
  /** A fault on the way or in the cloud; what the call did is known: nothing. */
  transient: { retryable: true, party: 'cloud', action: 'Nothing: it is tried again.' },
  /** Not a failure: does not count as an attempt. */
  throttled: { retryable: true, party: 'cloud', action: 'Nothing: it is tried again more slowly.' },
  /** The reply was lost: the thing may exist. */
  unknownOutcome: { retryable: true, party: 'cloud', action: 'Nothing: it is looked up, then tried again.' },
  /** Another call is in the way, or something that was just made is not visible everywhere yet. */
  conflict: { retryable: true, party: 'cloud', action: 'Nothing: it is tried again.' },
  capacity: { retryable: true, party: 'cloud', action: 'Wait, or choose another zone or type.' },
  quota: { retryable: true, party: 'user', action: 'Raise the quota of the account, or free some of it.' },
  /** The credentials themselves are refused: expired, revoked, the role cannot be assumed. */
  credentials: {
    retryable: true,
    party: 'user',
    action: 'Restore the trust of the credential; POST …/verify says what is missing.',
  },
  /** The credentials work, this call is not allowed. */
  permission: {
    retryable: true,
    party: 'user',
    action: 'Grant the missing permission; GET …/setup has the whole list.',
  },
  /** The cloud will never take this input. */
  invalid: { retryable: false, party: 'user', action: 'Change the cluster, or delete it.' },
  /** A thing of the wanted name exists and is not ours. */
  foreign: {
    retryable: true,
    party: 'user',
    action: 'Remove or rename what has the name; Berth does not take over what it did not make.',
  },
  /** Something that the cluster's objects refer to by id has vanished: another one would have another id. */
  lost: {
    retryable: true,
    party: 'user',
    action: 'Somebody removed it. Delete this cluster and make another; what is left of it is taken away.',
  },
} as const satisfies Record<string, CloudErrorClass>;

export type CloudErrorKind = keyof typeof cloudErrors;

/** A step that did not succeed, in words fit for the tenant. */
export interface StepFailure {
  readonly step: string;
  readonly kind: CloudErrorKind;
  readonly code: string;
  readonly message: string;
}
