import { fleetTenant, recordsOf, type SystemTx } from '../../db/database.ts';
import { assertLease, type Lease } from '../../db/lease.ts';
import { recordChange } from '../../db/repositories/change-record.ts';
import {
  type Cleaning,
  endCleaning,
  forgetSighting,
  type Removal,
  saveRemoval,
  scheduleCleaning,
} from '../../db/repositories/leak-cleanings.ts';
import { readNow } from '../../db/repositories/leak-facts.ts';
import { listPlaces } from '../../db/repositories/leak-places.ts';
import { findSighting } from '../../db/repositories/leak-sightings.ts';
import type { LeakPlace } from '../../domain/leak/place.ts';
import { cutText } from '../../domain/shared/cut-text.ts';
import { isBefore } from '../../domain/shared/time.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { type RemovalOutcome, removeLeak } from './remove-leak.ts';

interface CleaningPass {
  readonly deps: LeakDependencies;
  readonly lease: Lease;
  readonly cleaning: Cleaning;
}

/** Seconds. */
const pauseAfterProgress = 2;

const isOpen = ({ state }: Removal): boolean => state === 'pending' || state === 'removing';

const fenced = ({ deps, lease }: CleaningPass, write: (tx: SystemTx) => Promise<void>): Promise<void> =>
  deps.database.withSystem(async (tx) => {
    await assertLease(tx, lease);
    await write(tx);
  });

/** The removal is stored together with its audit record: one for each thing that is gone. */
const saveOutcome = async (
  pass: CleaningPass,
  { sighting }: Removal,
  outcome: RemovalOutcome,
): Promise<void> => {
  const { deps, cleaning } = pass;
  const { leakId, place, thing } = sighting;
  if (outcome.kind !== 'removed') {
    const state = outcome.kind === 'refused' ? 'refused' : 'removing';
    await fenced(pass, (tx) =>
      saveRemoval(tx, cleaning.id, leakId, { state, detail: cutText(outcome.detail) }),
    );
    return;
  }
  const at = await deps.now();
  await fenced(pass, async (tx) => {
    await saveRemoval(tx, cleaning.id, leakId, { state: 'removed' });
    await forgetSighting(tx, leakId);
    await recordChange(recordsOf(tx, fleetTenant), {
      audit: {
        id: deps.newId('auditRecord'),
        actor: { kind: 'apiKey', id: cleaning.actor },
        action: 'fleet.leaks.remove',
        targetKind: 'leak',
        targetId: leakId,
        requestId: cleaning.requestId,
        change: { cleaning: cleaning.id, place, before: { ...thing } },
      },
      wakes: [],
      at,
    });
  });
  deps.logger.info({ leakId, place, type: thing.type, id: thing.id }, 'a leaked thing is removed');
};

/** What the report says of it now: a scan may have found it alive, protected or gone since it was chosen. */
const whyNotAnyMore = async (
  { deps }: CleaningPass,
  { sighting: { leakId }, tries }: Removal,
): Promise<string | undefined> => {
  if (tries > 0) return undefined;
  const now = await findSighting(deps.database.system(), leakId);
  if (now === undefined) return 'The last scan does not show it any more.';
  return now.verdict === 'leaked' ? undefined : now.reasons.map(({ detail }) => detail).join(' ');
};

const tryRemoval = async (
  pass: CleaningPass,
  removal: Removal,
  place: LeakPlace | undefined,
): Promise<RemovalOutcome> => {
  const { deps, cleaning } = pass;
  const { leakId } = removal.sighting;
  if (place === undefined) return { kind: 'refused', detail: 'Its place is not known any more.' };
  const detail = await whyNotAnyMore(pass, removal);
  if (detail !== undefined) return { kind: 'refused', detail };
  return removeLeak(deps, {
    sighting: removal.sighting,
    place,
    isBegun: removal.tries > 0,
    begin: () =>
      fenced(pass, (tx) => saveRemoval(tx, cleaning.id, leakId, { state: 'removing', isTry: true })),
  });
};

/**
 * One pass over what a cleaning has still to remove, in its order. What stands on others refuses to go before them and comes again with the
 * next pass; the cleaning ends when nothing is left of it, or when its time is up.
 */
export const cleanLeaks = async (deps: LeakDependencies, lease: Lease, cleaning: Cleaning): Promise<void> => {
  const pass: CleaningPass = { deps, lease, cleaning };
  const places = new Map((await listPlaces(deps.database.system())).map(({ place }) => [place.place, place]));
  const pauses: number[] = [];
  let removed = 0;
  for (const removal of cleaning.removals.filter(isOpen)) {
    // The rest goes with the next pass, of whichever worker.
    if (deps.signal?.aborted === true) return;
    const outcome = await tryRemoval(pass, removal, places.get(removal.sighting.place));
    if (outcome.kind === 'waiting') pauses.push(outcome.seconds);
    if (outcome.kind === 'removed') removed += 1;
    await saveOutcome(pass, removal, outcome);
  }
  const isLate = !isBefore(await readNow(deps.database.system()), cleaning.deadlineAt);
  await fenced(pass, (tx) => {
    if (pauses.length === 0) return endCleaning(tx, cleaning.id, 'succeeded');
    if (isLate) return endCleaning(tx, cleaning.id, 'incomplete');
    // What has just gone may have been what the others waited for.
    const pause = removed > 0 ? pauseAfterProgress : Math.max(1, Math.min(...pauses));
    return scheduleCleaning(tx, cleaning.id, pause);
  });
};
