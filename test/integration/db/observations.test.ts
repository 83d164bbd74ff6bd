import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import {
  listPresentOn,
  type ObservedObject,
  saveObservations,
} from '../../../src/db/repositories/observations.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, otherTenantId, seedClusters, seedManagementCluster, seedTenants, tenantId } from './seed.ts';

const clusterId = idOf('cl', 1);

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
  await seedTenants(test.pool);
  await seedManagementCluster(test.pool, 'mc', 10);
  await seedClusters(test.pool, [1, 2]);
  await seedClusters(test.pool, [3], otherTenantId);
  await test.pool.query(`UPDATE clusters SET management_cluster_id = 'mc' WHERE id <> $1`, [idOf('cl', 2)]);
});
beforeEach(() => test.pool.query('DELETE FROM observations'));
afterAll(() => test.drop());

const sighting = (resourceVersion: string, phase: string, id = clusterId): ObservedObject => ({
  id,
  clusterId: id,
  kind: 'HostedCluster',
  resourceVersion,
  gone: false,
  state: { phase },
});

const gone = (resourceVersion: string, id = clusterId): ObservedObject => {
  const { state: _, ...rest } = sighting(resourceVersion, '', id);
  return { ...rest, gone: true };
};

const save = async (...objects: readonly ObservedObject[]): Promise<readonly string[]> =>
  (await saveObservations(database.system(), objects, undefined)).map(({ id }) => id);

const stored = async (id = clusterId) => {
  const { rows } = await test.pool.query(
    'SELECT resource_version, state, gone FROM observations WHERE id = $1',
    [id],
  );
  return rows[0];
};

it('tells of what is new and of what differs, with its tenant', async () => {
  const changed = await saveObservations(
    database.system(),
    [sighting('5', 'progressing'), sighting('6', 'progressing', idOf('cl', 3))],
    '2026-11-30T12:00:00.000Z',
  );
  expect([...changed].sort((a, b) => a.id.localeCompare(b.id))).toEqual([
    { tenantId, id: clusterId, clusterId },
    { tenantId: otherTenantId, id: idOf('cl', 3), clusterId: idOf('cl', 3) },
  ]);
  expect(await save(sighting('7', 'available'))).toEqual([clusterId]);
  expect(await save(sighting('8', 'available'))).toEqual([]);
});

it('leaves out what names no cluster of ours', async () => {
  expect(await save(sighting('5', 'ready', idOf('cl', 99)))).toEqual([]);
  expect(await stored(idOf('cl', 99))).toBeUndefined();
});

it.each([
  { first: '9', second: '10' },
  { first: '99', second: '100' },
  { first: '18446744073709551614', second: '18446744073709551615' },
])('keeps $second over $first, in whichever order they come', async ({ first, second }) => {
  await save(sighting(first, 'old'));
  expect(await save(sighting(second, 'new'))).toEqual([clusterId]);
  expect(await save(sighting(first, 'old'))).toEqual([]);
  expect(await stored()).toEqual({ resource_version: second, state: { phase: 'new' }, gone: false });
});

it('keeps the newest of many that are stored at once', async () => {
  const versions = Array.from({ length: 40 }, (_, n) => ((n * 17) % 40) + 80);
  await Promise.all(versions.map((version) => save(sighting(String(version), `phase ${version}`))));
  expect(await stored()).toEqual({ resource_version: '119', state: { phase: 'phase 119' }, gone: false });
});

it('remembers that the same was seen again later, so that what was seen in between does not return', async () => {
  await save(sighting('5', 'available'));
  expect(await save(sighting('9', 'available'))).toEqual([]);
  expect(await save(sighting('7', 'degraded'))).toEqual([]);
  expect(await stored()).toEqual({ resource_version: '9', state: { phase: 'available' }, gone: false });
});

it('is gone when the watch says so, and back when it is made anew', async () => {
  await save(sighting('5', 'available'));
  expect(await save(gone('5'))).toEqual([clusterId]);
  expect(await stored()).toEqual({ resource_version: '5', state: null, gone: true });
  expect(await save(gone('5'))).toEqual([]);
  expect(await save(sighting('6', 'progressing'))).toEqual([clusterId]);
  expect(await stored()).toEqual({ resource_version: '6', state: { phase: 'progressing' }, gone: false });
});

it('is not gone by word of an older sighting', async () => {
  await save(sighting('9', 'available'));
  expect(await save(gone('5'))).toEqual([]);
  expect(await stored()).toMatchObject({ gone: false });
});

it('is stored although a management cluster says what PostgreSQL refuses, and holds nothing else up', async () => {
  const odd: ObservedObject = { ...sighting('1', ''), state: { message: 'half \ud83d, nul \0' } };
  expect(await save(odd, sighting('1', 'ready', idOf('cl', 2)))).toHaveLength(2);
  expect((await stored()).state).toEqual({ message: 'half \ufffd, nul \ufffd' });
});

it('compares a full list with what was seen present on that management cluster', async () => {
  await save(sighting('5', 'a'), sighting('6', 'b', idOf('cl', 2)), gone('7', idOf('cl', 3)));
  expect(await listPresentOn(database.system(), 'mc', 'HostedCluster')).toEqual([
    { id: clusterId, clusterId, resourceVersion: '5' },
  ]);
  expect(await listPresentOn(database.system(), 'mc', 'NodePool')).toEqual([]);
});

it('notes the time by the clock of the database, unless a look gives its own', async () => {
  const observedAt = async () =>
    (
      await test.pool.query(
        'SELECT observed_at, observed_at >= now() - interval $$1 minute$$ AS fresh FROM observations',
      )
    ).rows[0];
  await saveObservations(database.system(), [sighting('5', 'a')], '2026-11-30T12:00:00.000Z');
  expect((await observedAt()).observed_at).toBe('2026-11-30T12:00:00.000Z');
  await saveObservations(database.system(), [sighting('6', 'b')], undefined);
  expect((await observedAt()).fresh).toBe(true);
});
