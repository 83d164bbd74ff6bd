import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpWorld, type HttpWorld } from '../../harness/http-world.ts';

let world: HttpWorld;

beforeAll(async () => {
  world = await createHttpWorld();
});
afterAll(() => world.close());

const rowsOf = async (clusterId: string): Promise<Record<string, string>> => {
  const { rows } = await world.testDatabase.pool.query(
    'SELECT key, value FROM cluster_labels WHERE tenant_id = $1 AND cluster_id = $2',
    [world.tenant.id, clusterId],
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

it('labels stand as rows for as long as the cluster has them', async () => {
  const body = world.clusterBody('labelled', { labels: { team: 'a', env: 'prod' } });
  const { id } = (await world.send('POST', '/v1/clusters', { body })).body.cluster;
  expect(await rowsOf(id)).toEqual({ team: 'a', env: 'prod' });
  const patch = { labels: { team: 'b', env: null, tier: 'gold' } };
  expect((await world.send('PATCH', `/v1/clusters/${id}`, { body: patch })).status).toBe(202);
  expect(await rowsOf(id)).toEqual({ team: 'b', tier: 'gold' });
  await world.testDatabase.pool.query('DELETE FROM node_pools WHERE cluster_id = $1', [id]);
  await world.testDatabase.pool.query('DELETE FROM clusters WHERE id = $1', [id]);
  expect(await rowsOf(id)).toEqual({});
});

it('lists by several labels find what has them all, newest first, page by page', async () => {
  const make = async (name: string, labels: object): Promise<string> =>
    (await world.send('POST', '/v1/clusters', { body: world.clusterBody(name, { labels }) })).body.cluster.id;
  const first = await make('one', { ring: 'x', env: 'dev' });
  await make('two', { ring: 'x', env: 'prod' });
  const third = await make('three', { ring: 'x', env: 'dev' });
  const page = await world.send('GET', '/v1/clusters?label=ring=x&label=env=dev&limit=1');
  const next = await world.send(
    'GET',
    `/v1/clusters?label=ring=x&label=env=dev&limit=1&cursor=${page.body.nextCursor}`,
  );

  expect(page.body.items.map((one: { id: string }) => one.id)).toEqual([third]);
  expect(next.body.items.map((one: { id: string }) => one.id)).toEqual([first]);
  expect(next.body.nextCursor).toBeUndefined();
});

it('nobody but the database writes them', async () => {
  const write = world.database.tenant(world.tenant.id).query({
    text: `INSERT INTO cluster_labels (tenant_id, key, value, cluster_id) VALUES ($1, 'a', 'b', 'c')`,
    values: [world.tenant.id],
  });
  await expect(write).rejects.toMatchObject({ code: '42501' });
});
