import { fleetTenant, recordsOf, type SystemTx } from '../db/database.ts';
import { type Cleaning, findCleaning, insertCleaning } from '../db/repositories/leak-cleanings.ts';
import { countClusters, readNow } from '../db/repositories/leak-facts.ts';
import { listFailingPlaces, requestScan, summarizePlaces } from '../db/repositories/leak-places.ts';
import { listScans } from '../db/repositories/leak-scans.ts';
import { countSightings, listForCleaning, listSightings } from '../db/repositories/leak-sightings.ts';
import { actorOf } from '../domain/access/actor.ts';
import {
  type CleaningPlan,
  type CleaningRequest,
  cleaningLimits,
  countLeakedClusters,
  planCleaning,
} from '../domain/leak/plan-cleaning.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { recordSimpleChange } from './audit.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import type {
  AcceptedCleaning,
  CleaningOrder,
  LeakService,
  PlannedCleaning,
  ScanRequest,
} from './leak-contract.ts';
import { noteAllPlaces } from './note-leak-places.ts';
import { notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

/** Places with a failed scan that a summary names. */
const namedFailures = 100;

/** Leaked things that a cleaning is planned from; with more than these something is very wrong. */
const mostPlanned = 10_000;

interface Accepted {
  readonly id: string;
  readonly passedOver: AcceptedCleaning['passedOver'];
  readonly replayed: boolean;
}

const requestOf = (order: CleaningOrder): CleaningRequest => ({
  ...(order.ids === undefined ? {} : { ids: order.ids }),
  limit: order.limit ?? cleaningLimits.usual,
  maxLeakedPercent: order.maxLeakedPercent ?? cleaningLimits.leakedPercent,
});

const plan = async (
  sql: SystemTx,
  order: CleaningOrder,
): Promise<Exclude<CleaningPlan, { readonly refused: unknown }>> => {
  const request = requestOf(order);
  const report = await listForCleaning(sql, order.ids ?? [], mostPlanned);
  // As many as it takes for the share of leaked clusters to be in order.
  const enough = Math.ceil((countLeakedClusters(report) * 100) / request.maxLeakedPercent);
  const planned = planCleaning(report, request, await countClusters(sql, Math.max(1, enough)));
  if (!('refused' in planned)) return planned;
  throw new BerthError('admission-refused', 'Nothing is removed.', { problems: planned.refused });
};

export const createLeakService = (deps: ServiceDependencies): LeakService => {
  const { database } = deps;

  const record = (
    tx: SystemTx,
    context: RequestContext,
    change: { action: string; targetId: string; audit: JsonObject; response: JsonObject },
  ): Promise<void> => recordSimpleChange(recordsOf(tx, fleetTenant), deps, context, change);

  const load = async (id: string): Promise<Cleaning> => {
    const found = await findCleaning(database.system(), id);
    if (found === undefined) throw notFound();
    return found;
  };

  const accept = async (context: RequestContext, order: CleaningOrder): Promise<AcceptedCleaning> => {
    const id = deps.newId('leakCleaning');
    const replayed = (stored: JsonObject): Accepted => ({
      ...(stored as unknown as Accepted),
      replayed: true,
    });
    const accepted = await makeOnce(database, context, replayed, () =>
      database.withSystem(async (tx): Promise<Accepted> => {
        const { targets, passedOver } = await plan(tx, order);
        const { id: actor } = actorOf(context.principal);
        const { requestId } = context;
        await insertCleaning(tx, { id, actor, requestId, targets, longest: cleaningLimits.longest });
        await record(tx, context, {
          action: 'fleet.leaks.clean',
          targetId: id,
          audit: { ...requestOf(order), ids: targets.map(({ leakId }) => leakId) },
          response: { id, passedOver: passedOver.map((entry) => ({ ...entry })) },
        });
        return { id, passedOver, replayed: false };
      }),
    );
    return {
      kind: 'accepted',
      cleaning: await load(accepted.id),
      passedOver: accepted.passedOver,
      replayed: accepted.replayed,
    };
  };

  return guardService<LeakService>({
    listLeaks: async (page, filter) => {
      const sql = database.system();
      const [found, counts, places, failing] = await Promise.all([
        listSightings(sql, page, filter),
        countSightings(sql),
        summarizePlaces(sql),
        listFailingPlaces(sql, namedFailures),
      ]);
      const failures = failing.map(({ place, failure = '', scannedAt = '' }) => ({
        place: place.place,
        failure,
        scannedAt,
      }));
      return { ...found, summary: { counts, places, failures } };
    },
    listLeakScans: (page, place) => listScans(database.system(), page, place),
    scanLeaks: (context, places) => {
      const replayed = (stored: JsonObject): ScanRequest => ({
        ...(stored as unknown as ScanRequest),
        replayed: true,
      });
      return makeOnce(database, context, replayed, () =>
        database.withSystem(async (tx) => {
          await noteAllPlaces(tx);
          const found = await requestScan(tx, places);
          const unknown = (places ?? []).flatMap((place, index) =>
            found.includes(place)
              ? []
              : [{ pointer: `/places/${index}`, code: 'unknown-place', detail: 'There is no such place.' }],
          );
          if (unknown.length > 0)
            throw new BerthError('admission-refused', 'Nothing is scanned.', { problems: unknown });
          const request = { requestedAt: await readNow(tx), places: found.length };
          const audit = { places: [...(places ?? ['all'])] };
          await record(tx, context, {
            action: 'fleet.leaks.scan',
            targetId: 'leaks',
            audit,
            response: request,
          });
          return { ...request, replayed: false };
        }),
      );
    },
    cleanLeaks: async (context, order): Promise<PlannedCleaning | AcceptedCleaning> =>
      order.dryRun === false
        ? accept(context, order)
        : { kind: 'planned', ...(await plan(database.system(), order)) },
    getLeakCleaning: load,
  });
};
