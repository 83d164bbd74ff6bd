import { classifyDatabaseError } from '../../db/database-error.ts';
import { LeaseLostError } from '../../db/lease.ts';
import { isStillLeaked, type Judgement } from '../../domain/leak/judge-thing.ts';
import { refOf, thingOfObject } from '../../domain/leak/object-thing.ts';
import type { CloudPlace, LeakPlace } from '../../domain/leak/place.ts';
import type { StoredSighting } from '../../domain/leak/plan-cleaning.ts';
import { hostedClusterApiVersion } from '../../domain/shared/kube-names.ts';
import { CloudError } from '../../providers/infrastructure/contract.ts';
import { notToBeTouched } from '../../providers/infrastructure/marks.ts';
import {
  type ManagementCluster,
  ManagementClusterError,
} from '../../providers/management-cluster/contract.ts';
import { readCloudOwners } from './cloud-owner.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { readObjectOwners } from './object-owner.ts';
import { withPlace } from './open-place.ts';
import { resourceOf } from './scan-cloud.ts';

/** What one try to remove a thing has brought. */
export type RemovalOutcome =
  | { readonly kind: 'removed' }
  /** It is no leak any more, or not ours: it is not tried again. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'waiting'; readonly detail: string; readonly seconds: number };

/** One thing that is to go, its place, and what is done right before the call that removes it. */
export interface LeakRemoval {
  readonly sighting: StoredSighting;
  readonly place: LeakPlace;
  /** It was tried before: if it is not there, that is our doing. */
  readonly isBegun: boolean;
  /** Stores the try, under the lease. */
  readonly begin: () => Promise<void>;
}

/** Seconds until a refusal is tried again: what stands on the thing goes meanwhile. */
const pause = 15;

const refused = ({ reasons }: Judgement): RemovalOutcome => ({
  kind: 'refused',
  detail: reasons.map(({ detail }) => detail).join(' '),
});

const waiting = (detail: string, seconds = pause): RemovalOutcome => ({ kind: 'waiting', detail, seconds });

const gone = (isBegun: boolean): RemovalOutcome =>
  isBegun ? { kind: 'removed' } : { kind: 'refused', detail: 'It is gone already.' };

type CloudRemoval = LeakRemoval & { readonly place: CloudPlace };

const removeResource = async (
  deps: LeakDependencies,
  { sighting, place, begin }: CloudRemoval,
): Promise<RemovalOutcome> => {
  const { thing } = sighting;
  const { clusterId } = thing;
  const access = { phase: 'destroy', ...(clusterId === undefined ? {} : { clusterId }) } as const;
  return withPlace(deps, place, access, async (session) => {
    const now = await deps.now();
    const ownerOf = await readCloudOwners(deps, [thing], now);
    const judgement = isStillLeaked(sighting, thing, ownerOf(thing), now, deps.rules);
    if (judgement.verdict !== 'leaked') return refused(judgement);
    await begin();
    // It reads the thing again, and refuses what does not carry our mark.
    const result = await session.removeOwned(resourceOf(thing), deps.clouds.instance);
    if (result === 'gone') return { kind: 'removed' };
    if ('againInSeconds' in result) return waiting(result.waitingFor, result.againInSeconds);
    if (notToBeTouched.includes(result.code)) return { kind: 'refused', detail: result.blockedBy };
    return waiting(`${result.code}: ${result.blockedBy}`);
  });
};

/** A namespace goes last, and not while it holds what it was made for, whosever that is. */
const whatHolds = async (client: ManagementCluster, namespace: string): Promise<string | undefined> => {
  for (const kind of ['NodePool', 'HostedCluster']) {
    const { items } = await client.list({ apiVersion: hostedClusterApiVersion, kind }, { namespace });
    const [first] = items;
    if (first !== undefined) return `${kind} ${first.metadata.name} in it`;
  }
  return undefined;
};

const removeObject = async (
  deps: LeakDependencies,
  { sighting, begin, isBegun }: LeakRemoval,
  managementClusterId: string,
): Promise<RemovalOutcome> => {
  const client = await deps.connections.get(managementClusterId);
  const ref = refOf(sighting.thing);
  const object = await client.get(ref);
  if (object === undefined) return gone(isBegun);
  const seen = thingOfObject(object);
  const { uid } = sighting.thing;
  if (seen === undefined || uid === undefined || seen.uid !== uid)
    return { kind: 'refused', detail: 'The name belongs to another object now, or the labels are gone.' };
  const ownerOf = await readObjectOwners(deps, [seen], managementClusterId);
  const judgement = isStillLeaked(sighting, seen, ownerOf(seen), await deps.now(), deps.rules);
  if (judgement.verdict !== 'leaked') return refused(judgement);
  const holder = ref.kind === 'Namespace' ? await whatHolds(client, ref.name) : undefined;
  if (holder !== undefined) return waiting(holder);
  await begin();
  // Nothing of a paused HostedCluster is taken away.
  if (object.spec?.['pausedUntil'] !== undefined)
    await client.mergePatch(ref, { spec: { pausedUntil: null } }, { uid });
  await client.delete(ref, { uid });
  const left = await client.get(ref);
  if (left === undefined || left.metadata.uid !== uid) return { kind: 'removed' };
  const finalizers = left.metadata.finalizers?.join(', ') ?? '';
  return waiting(finalizers === '' ? 'It is being deleted.' : `It is held by ${finalizers}.`);
};

/**
 * Tries to remove one thing. What is known of it is read again right before, from where it is and from the database; it goes
 * only if it would be called leaked now.
 */
export const removeLeak = async (deps: LeakDependencies, removal: LeakRemoval): Promise<RemovalOutcome> => {
  const { place } = removal;
  try {
    return place.kind === 'cloud'
      ? await removeResource(deps, { ...removal, place })
      : await removeObject(deps, removal, place.managementClusterId);
  } catch (error) {
    if (error instanceof CloudError)
      return waiting(`${error.code}: ${error.message}`, error.retryAfterSeconds);
    if (error instanceof ManagementClusterError)
      return waiting(`${error.kind}: ${error.message}`, error.retryAfterSeconds);
    if (error instanceof LeaseLostError || classifyDatabaseError(error) === 'transient') throw error;
    deps.logger.error({ leakId: removal.sighting.leakId, error }, 'a removal met a fault of our own');
    return waiting('Berth met a fault of its own; see its log.');
  }
};
