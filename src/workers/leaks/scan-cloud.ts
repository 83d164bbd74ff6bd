import { listRecordedThings, listRegionsInUse } from '../../db/repositories/leak-facts.ts';
import { listPlaces, type PlaceState } from '../../db/repositories/leak-places.ts';
import { doubtList, findMissing, learnTypes } from '../../domain/leak/find-missing.ts';
import { type LeakThing, resourceKeyOf } from '../../domain/leak/leak.ts';
import type { CloudPlace } from '../../domain/leak/place.ts';
import { withResourceKey } from '../../domain/leak/resource-key.ts';
import type { OwnedResource } from '../../providers/infrastructure/contract.ts';
import { readCloudOwners } from './cloud-owner.ts';
import type { LeakDependencies } from './leak-dependencies.ts';
import { withPlace } from './open-place.ts';
import type { PlaceLook } from './place-look.ts';

/** The resource that a thing is, as the provider listed it. */
export const resourceOf = (thing: LeakThing): OwnedResource => ({
  type: thing.type,
  id: thing.id,
  infraId: thing.infraId ?? '',
  isProtected: thing.isProtected,
  ...(thing.name === undefined ? {} : { name: thing.name }),
  ...(thing.tenantId === undefined ? {} : { tenantId: thing.tenantId }),
  ...(thing.clusterId === undefined ? {} : { clusterId: thing.clusterId }),
  ...(thing.region === undefined ? {} : { region: thing.region }),
  ...(thing.createdAt === undefined ? {} : { createdAt: thing.createdAt }),
});

/** Tenants that reach the same account themselves: what is theirs is looked after at their own place. */
const listNeighbours = async (deps: LeakDependencies, place: CloudPlace): Promise<ReadonlySet<string>> => {
  const places = (await listPlaces(deps.database.system())).map((state) => state.place);
  return new Set(
    places.flatMap((other) =>
      other.kind === 'cloud' &&
      other.platform === place.platform &&
      other.account === place.account &&
      other.tenantId !== place.tenantId
        ? [other.tenantId]
        : [],
    ),
  );
};

/**
 * Looks at everything with our mark in an account, then at what the database has: a cluster is stored before anything is made for
 * it, so what was made during the look has its row by then. Throws when the cloud does not show everything.
 */
export const scanCloud = async (
  deps: LeakDependencies,
  { listedTypes }: PlaceState,
  place: CloudPlace,
  startedAt: string,
): Promise<PlaceLook> => {
  const { platform, credentialIds } = place;
  const tx = deps.database.tenant(place.tenantId);
  const inUse = await listRegionsInUse(tx, platform, credentialIds);
  const regions = [...new Set([...place.regions, ...inUse])].sort();
  const { owned, declared } = await withPlace(
    deps,
    { ...place, regions },
    { phase: 'scan' },
    async (session) => ({
      owned: await session.listOwned(deps.clouds.instance, regions),
      declared: session.ownedTypes ?? [],
    }),
  );
  const listed = owned.map((resource) =>
    withResourceKey<LeakThing>(platform, { side: 'cloud', ...resource }),
  );
  const recorded = (await listRecordedThings(tx, platform, credentialIds)).map((thing) =>
    withResourceKey(platform, thing),
  );
  const failure = doubtList(listed.length, recorded.length);
  if (failure !== undefined) return { result: { startedAt, failure }, regions, listedTypes, infraIds: [] };
  const neighbours = await listNeighbours(deps, place);
  const things = listed.filter(({ tenantId }) => tenantId === undefined || !neighbours.has(tenantId));
  const listedKeys = new Set(listed.map(resourceKeyOf));
  const visibility = { declared, learnt: listedTypes };
  return {
    result: {
      startedAt,
      things,
      missing: findMissing(recorded, listedKeys, { startedAt, visibility }, deps.rules),
      ownerOf: await readCloudOwners(deps, things, startedAt),
    },
    regions,
    listedTypes: learnTypes(recorded, listedKeys, listedTypes),
    infraIds: [],
  };
};
