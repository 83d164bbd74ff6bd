import { classifyDatabaseError } from '../../db/database-error.ts';
import { assertLease, type Lease, LeaseLostError } from '../../db/lease.ts';
import { forgetPlace, type PlaceState } from '../../db/repositories/leak-places.ts';
import { saveScan } from '../../db/repositories/leak-scans.ts';
import { listSightingsOf, saveSightings } from '../../db/repositories/leak-sightings.ts';
import { judgeScan } from '../../domain/leak/judge-scan.ts';
import { cutText } from '../../domain/shared/cut-text.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import { CloudError } from '../../providers/infrastructure/contract.ts';
import { ManagementClusterError } from '../../providers/management-cluster/contract.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { noCredential } from './open-place.ts';
import type { PlaceLook } from './place-look.ts';
import { scanCloud } from './scan-cloud.ts';
import { scanManagementCluster } from './scan-management-cluster.ts';

const lookAt = (deps: LeakDependencies, state: PlaceState, startedAt: string): Promise<PlaceLook> => {
  const { place } = state;
  return place.kind === 'cloud'
    ? scanCloud(deps, state, place, startedAt)
    : scanManagementCluster(deps, place.managementClusterId, startedAt);
};

/** Why a place could not be looked at; a database that is away is no word about the place. */
const failureOf = (deps: LeakDependencies, { place }: PlaceState, error: unknown): string => {
  if (error instanceof CloudError) return `${error.code}: ${error.message}`;
  if (error instanceof ManagementClusterError) return `${error.kind}: ${error.message}`;
  if (error instanceof LeaseLostError || classifyDatabaseError(error) === 'transient') throw error;
  deps.logger.error({ place: place.place, error }, 'a scan for leaks met a fault of our own');
  return 'Berth met a fault of its own; see its log.';
};

/** Undefined: no credential opens the place any more, nothing was left there, and it is forgotten. */
const tryLook = async (
  deps: LeakDependencies,
  state: PlaceState,
  startedAt: string,
): Promise<PlaceLook | undefined> => {
  try {
    return await lookAt(deps, state, startedAt);
  } catch (error) {
    const isClosed = error instanceof CloudError && error.code === noCredential;
    if (isClosed && (await forgetPlace(deps.database.system(), state.place.place))) return undefined;
    const failure = cutText(failureOf(deps, state, error));
    const regions = state.place.kind === 'cloud' ? state.place.regions : [];
    return { result: { startedAt, failure }, regions, listedTypes: state.listedTypes, infraIds: [] };
  }
};

/** Scans one place and stores what came of it, under the lease. A scan that failed changes nothing of what was seen before. */
export const scanPlace = async (deps: LeakDependencies, lease: Lease, state: PlaceState): Promise<void> => {
  const { place } = state.place;
  const startedAt = await deps.now();
  const look = await tryLook(deps, state, startedAt);
  if (look === undefined) return;
  const { result, regions, listedTypes, infraIds } = look;
  const failure = 'failure' in result ? result.failure : undefined;
  const before = await listSightingsOf(deps.database.system(), place);
  const { sightings, resolved, counts } = judgeScan(before, result, deps.rules);
  const endedAt = await deps.now();
  await deps.database.withSystem(async (tx) => {
    await assertLease(tx, lease);
    await saveScan(
      tx,
      {
        id: deps.newId('leakScan'),
        place,
        startedAt,
        endedAt,
        counts,
        ...(failure === undefined ? {} : { failure }),
      },
      {
        wasDueAt: state.nextScanAt,
        nextScanAt: plusSeconds(startedAt, deps.scanEverySeconds),
        regions,
        listedTypes,
        infraIds,
      },
    );
    if (failure !== undefined) return;
    const stored = sightings.map((sighting) => ({
      ...sighting,
      leakId: sighting.leakId ?? deps.newId('leak'),
    }));
    const resolvedIds = resolved.flatMap(({ leakId }) => leakId ?? []);
    await saveSightings(tx, place, stored, resolvedIds);
  });
  if (failure === undefined) deps.logger.info({ place, counts }, 'looked for leaks');
  else deps.logger.warn({ place, failure }, 'a scan for leaks failed; nothing of the place is judged');
};
