import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/db/database.ts';
import { listClusters } from '../../../src/db/repositories/clusters.ts';
import { listNodePools } from '../../../src/db/repositories/node-pools.ts';
import { listOperations } from '../../../src/db/repositories/operations.ts';
import { listTenants } from '../../../src/db/repositories/tenants.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { idOf, otherTenantId, seedClusters, seedTenants, tenantId } from './seed.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = createDatabase(test.pool, 'berth_worker');
});
beforeEach(() => seedTenants(test.pool));
afterEach(() => test.pool.query('TRUNCATE tenants CASCADE'));
afterAll(() => test.drop());

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next?: { readonly id: string };
}

interface Listing {
  readonly what: string;
  readonly prefix: string;
  list(limit: number, after: { readonly id: string } | undefined): Promise<Page>;
  insert(numbers: readonly number[]): Promise<unknown>;
  remove(numbers: readonly number[]): Promise<unknown>;
}

const pageQuery = (limit: number, after: { readonly id: string } | undefined) => ({
  limit,
  ...(after === undefined ? {} : { after }),
});

const removeFrom = (table: string, prefix: string, numbers: readonly number[]): Promise<unknown> =>
  test.pool.query(`DELETE FROM ${table} WHERE id = ANY ($1)`, [numbers.map((n) => idOf(prefix, n))]);

const listings: readonly Listing[] = [
  {
    what: 'clusters',
    prefix: 'cl',
    list: (limit, after) => listClusters(database.tenant(tenantId), pageQuery(limit, after)),
    insert: (numbers) => seedClusters(test.pool, numbers),
    remove: (numbers) => removeFrom('clusters', 'cl', numbers),
  },
  {
    what: 'node pools',
    prefix: 'np',
    list: (limit, after) => listNodePools(database.tenant(tenantId), pageQuery(limit, after)),
    insert: async (numbers) => {
      if ((await test.pool.query('SELECT 1 FROM clusters')).rowCount === 0)
        await seedClusters(test.pool, [1]);
      return test.pool.query(
        `INSERT INTO node_pools (tenant_id, id, cluster_id, project_id, name, spec, release_version, release_image, status, phase)
         SELECT $1, id, $3, 'p', id, '{}', '4.20.1', 'image', '{}', 'pending' FROM unnest($2::text[]) AS id`,
        [tenantId, numbers.map((n) => idOf('np', n)), idOf('cl', 1)],
      );
    },
    remove: (numbers) => removeFrom('node_pools', 'np', numbers),
  },
  {
    what: 'operations',
    prefix: 'op',
    list: (limit, after) => listOperations(database.tenant(tenantId), pageQuery(limit, after)),
    insert: (numbers) =>
      test.pool.query(
        `INSERT INTO operations (tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, deadline_at)
         SELECT $1, id, 'createCluster', 'cluster', 'c', 'c', 'queued', 1, now() FROM unnest($2::text[]) AS id`,
        [tenantId, numbers.map((n) => idOf('op', n))],
      ),
    remove: (numbers) => removeFrom('operations', 'op', numbers),
  },
  {
    what: 'tenants',
    prefix: 'ten',
    list: (limit, after) => listTenants(database.system(), pageQuery(limit, after)),
    insert: (numbers) =>
      test.pool.query('INSERT INTO tenants (id, name) SELECT id, id FROM unnest($1::text[]) AS id', [
        numbers.map((n) => idOf('ten', n)),
      ]),
    remove: (numbers) => removeFrom('tenants', 'ten', numbers),
  },
];

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe.each(listings)('a list of $what', ({ prefix, list, insert, remove }) => {
  const idsOf = (page: Page): readonly string[] => page.items.map(({ id }) => id);
  const newestFirst = (numbers: readonly number[]): readonly string[] =>
    [...numbers].sort((a, b) => b - a).map((n) => idOf(prefix, n));

  it('ends with a page that names no next one, also when the last page is full', async () => {
    await insert(range(10, 15));
    const first = await list(3, undefined);
    expect(idsOf(first)).toEqual(newestFirst([15, 14, 13]));
    expect(first.next).toEqual({ id: idOf(prefix, 13) });
    const all = await list(6 + (prefix === 'ten' ? 2 : 0), undefined);
    expect(all.next).toBeUndefined();
  });

  it('neither skips nor repeats while rows come and go between its pages', async () => {
    await insert(range(10, 69));
    const seen: string[] = [];
    let fresh = 100;
    let after: { readonly id: string } | undefined;
    do {
      const page = await list(7, after);
      seen.push(...idsOf(page));
      after = page.next;
      // New rows at the head, and rows that are gone on both sides of the cursor, the cursor's own row included.
      await insert([fresh]);
      fresh += 1;
      if (seen.length === 7) await remove([69, 63, 62, 40]);
      if (seen.length === 21) await remove([50, 20]);
    } while (after !== undefined);
    const seedTenantIds = prefix === 'ten' ? [2, 1] : [];
    const expected = [...range(10, 69).filter((n) => ![62, 40, 20].includes(n)), ...seedTenantIds];
    expect(seen).toEqual(newestFirst(expected));
  });
});

it('shows a tenant its own clusters only, also behind a cursor of another', async () => {
  await seedClusters(test.pool, [1, 3]);
  await seedClusters(test.pool, [2, 4], otherTenantId);
  const page = await listClusters(database.tenant(tenantId), { limit: 10, after: { id: idOf('cl', 4) } });
  expect(page.items.map(({ id }) => id)).toEqual([idOf('cl', 3), idOf('cl', 1)]);
});

it('pages through what the filters leave', async () => {
  await seedClusters(test.pool, range(1, 9));
  await test.pool.query(`UPDATE clusters SET labels = '{"tier": "gold", "team": "a"}' WHERE id = ANY ($1)`, [
    [2, 5, 8].map((n) => idOf('cl', n)),
  ]);
  await test.pool.query(`UPDATE clusters SET phase = 'ready' WHERE id = $1`, [idOf('cl', 5)]);
  const list = async (query: object) => {
    const { items, next } = await listClusters(database.tenant(tenantId), { limit: 2, ...query });
    return { names: items.map(({ name }) => name), ...(next === undefined ? {} : { next: next.id }) };
  };
  expect(await list({ labels: { tier: 'gold' } })).toEqual({ names: ['c8', 'c5'], next: idOf('cl', 5) });
  expect(await list({ labels: { tier: 'gold' }, after: { id: idOf('cl', 5) } })).toEqual({ names: ['c2'] });
  expect(await list({ labels: { tier: 'gold', team: 'b' } })).toEqual({ names: [] });
  expect(await list({ labels: { tier: 'gold' }, phase: 'ready' })).toEqual({ names: ['c5'] });
  expect(await list({ name: 'c9' })).toEqual({ names: ['c9'] });
  expect(await list({ projectId: idOf('prj', 9) })).toEqual({ names: [] });
});
