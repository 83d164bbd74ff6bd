import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { placeCluster, removeCluster } from '../../../src/db/repositories/cluster-work.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, seedClusters, seedManagementCluster, seedTenants, tenantId } from './seed.ts';
import { untilBlocked } from './until-blocked.ts';

const fifty = Array.from({ length: 50 }, (_, n) => n + 1);

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
  await seedTenants(test.pool);
});
beforeEach(async () => {
  await test.pool.query('DELETE FROM clusters; DELETE FROM management_clusters');
  await seedClusters(test.pool, fifty);
});
afterAll(() => test.drop());

const place = (n: number, managementClusterId = 'mc'): Promise<boolean> =>
  placeCluster(database.tenant(tenantId), idOf('cl', n), {
    managementClusterId,
    namespace: `hc-${n}`,
    hostedClusterName: `c${n}`,
    reason: 'the only one',
    decidedAt: '2026-11-30T12:00:00.000Z',
  });

const placedOn = async (id: string) => {
  const { rows } = await test.pool.query(
    `SELECT placed, (SELECT count(*)::int FROM clusters WHERE management_cluster_id = m.id AND placement IS NOT NULL) AS clusters
     FROM management_clusters m WHERE id = $1`,
    [id],
  );
  return rows[0];
};

it('gives away exactly as many places as there are to fifty clusters that ask at once', async () => {
  await seedManagementCluster(test.pool, 'mc', 7);
  const outcomes = await Promise.all(fifty.map((n) => place(n)));
  expect(outcomes.filter((isPlaced) => isPlaced)).toHaveLength(7);
  expect(await placedOn('mc')).toEqual({ placed: 7, clusters: 7 });
});

it('gives one cluster one place, however often it is asked for', async () => {
  await seedManagementCluster(test.pool, 'mc', 50);
  await seedManagementCluster(test.pool, 'other', 50);
  const outcomes = await Promise.all(fifty.map((n) => place(1, n % 2 === 0 ? 'mc' : 'other')));
  expect(outcomes.filter((isPlaced) => isPlaced)).toHaveLength(1);
  const counts = [await placedOn('mc'), await placedOn('other')];
  expect(counts).toContainEqual({ placed: 1, clusters: 1 });
  expect(counts).toContainEqual({ placed: 0, clusters: 0 });
});

it('gives no place on a cordoned management cluster, nor to what is placed, unknown or to be deleted', async () => {
  await seedManagementCluster(test.pool, 'mc', 50);
  await seedManagementCluster(test.pool, 'cordoned', 50);
  await test.pool.query(`UPDATE management_clusters SET cordoned = true WHERE id = 'cordoned'`);
  await test.pool.query('UPDATE clusters SET deletion_requested_at = now() WHERE id = $1', [idOf('cl', 3)]);
  expect(await place(1, 'cordoned')).toBe(false);
  expect(await place(2)).toBe(true);
  expect(await place(2)).toBe(false);
  expect(await place(3)).toBe(false);
  expect(await place(99)).toBe(false);
  expect(await placedOn('mc')).toEqual({ placed: 1, clusters: 1 });
  expect(await placedOn('cordoned')).toEqual({ placed: 0, clusters: 0 });
});

it('waits for a cordon that is being written', async () => {
  await seedManagementCluster(test.pool, 'mc', 50);
  const operator = await test.pool.connect();
  await operator.query(`BEGIN; UPDATE management_clusters SET cordoned = true WHERE id = 'mc'`);
  const placing = place(1);
  await untilBlocked(test.pool, 1);
  await operator.query('COMMIT');
  operator.release();
  expect(await placing).toBe(false);
});

it('frees the place of a cluster that is removed, once', async () => {
  await seedManagementCluster(test.pool, 'mc', 2);
  await place(1);
  await place(2);
  expect(await place(3)).toBe(false);
  await removeCluster(database.tenant(tenantId), idOf('cl', 1));
  await removeCluster(database.tenant(tenantId), idOf('cl', 1));
  expect(await placedOn('mc')).toEqual({ placed: 1, clusters: 1 });
  expect(await place(3)).toBe(true);
});
