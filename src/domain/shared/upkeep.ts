import { type ApplyReason, applyReason } from './apply-reason.ts';
import { type Applied, type Attempt, reconcileTiming } from './reconcile.ts';
import { believed, isOlderThan, type PresentRemote, type Remote } from './remote.ts';
import { earliestOf, isBefore, plusSeconds } from './time.ts';

export type UpkeepStep<Name extends string> =
  | { readonly kind: 'apply'; readonly why: ApplyReason }
  | { readonly kind: 'observe'; readonly what: readonly Name[] }
  | { readonly kind: 'wait'; readonly until: string; readonly reason: 'UpToDate' | 'RemoteTerminating' };

/** The next step of keeping wanted objects as they shall be. */
export const decideUpkeep = <Name extends string>(input: {
  readonly now: string;
  readonly applied: Applied | undefined;
  readonly desiredHash: string;
  readonly attempt: Attempt;
  readonly objects: readonly { readonly name: Name; readonly remote: Remote }[];
}): UpkeepStep<Name> => {
  const { now, applied } = input;
  const failedAt = input.attempt.lastError?.at;
  const seen = input.objects.map(({ name, remote }) => ({ name, remote: believed(remote, now, failedAt) }));
  // Somebody else deletes it: what is applied to an object that goes away is lost, so it is made anew afterwards.
  for (const { name, remote } of seen) {
    if (remote.state !== 'present' || !remote.deleting) continue;
    if (isOlderThan(remote.observedAt, reconcileTiming.poll, now)) return { kind: 'observe', what: [name] };
    const until = plusSeconds(remote.observedAt, reconcileTiming.poll);
    return { kind: 'wait', until, reason: 'RemoteTerminating' };
  }
  // What stood in the way may show: look before trying again.
  const unseen = seen.filter(({ remote }) => remote.state === 'unknown').map(({ name }) => name);
  if (failedAt !== undefined && unseen.length > 0) return { kind: 'observe', what: unseen };
  if (applied === undefined) return { kind: 'apply', why: 'created' };
  const why = applyReason(applied, input.desiredHash, input.attempt, now);
  if (why !== undefined) return { kind: 'apply', why };
  if (seen.some(({ remote }) => remote.state === 'absent' && isBefore(applied.at, remote.observedAt)))
    return { kind: 'apply', why: 'vanished' };
  const isFresh = (entry: { readonly remote: Remote }): entry is { name: Name; remote: PresentRemote } =>
    entry.remote.state === 'present' && !isOlderThan(entry.remote.observedAt, reconcileTiming.resync, now);
  const fresh = seen.filter(isFresh);
  if (fresh.length < seen.length)
    return { kind: 'observe', what: seen.filter((entry) => !isFresh(entry)).map(({ name }) => name) };
  const oldest = earliestOf(applied.at, ...fresh.map(({ remote }) => remote.observedAt));
  return { kind: 'wait', until: plusSeconds(oldest, reconcileTiming.resync), reason: 'UpToDate' };
};
