import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sequenceEvents } from '../../../src/db/event-log.ts';
import { createHttpWorld, type HttpReply, type HttpWorld } from '../../harness/http-world.ts';

// A key of one project: what is in others is not there for it.
let world: HttpWorld;
let editor: string;
let viewer: string;
let open: Made;
let closed: Made;

interface Made {
  readonly projectId: string;
  readonly clusterId: string;
  readonly poolId: string;
  readonly operationId: string;
}

const as = (
  key: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<HttpReply> => world.send(method, url, { body, headers: { authorization: `Bearer ${key}` } });

const prepare = async (name: string): Promise<Made> => {
  const project = await world.send('POST', '/v1/projects', { body: { name } });
  const { body } = await world.send('POST', '/v1/clusters', {
    body: world.clusterBody(`in-${name}`, { projectId: project.body.id }),
  });
  const pools = await world.send('GET', `/v1/node-pools?clusterId=${body.cluster.id}`);
  return {
    projectId: project.body.id,
    clusterId: body.cluster.id,
    poolId: pools.body.items[0].id,
    operationId: body.operation.id,
  };
};

beforeAll(async () => {
  world = await createHttpWorld();
  open = await prepare('open');
  closed = await prepare('closed');
  const keyOf = async (role: string) =>
    (await world.send('POST', '/v1/api-keys', { body: { role, projectId: open.projectId } })).body.key;
  editor = await keyOf('editor');
  viewer = await keyOf('viewer');
  await world.database.withSystem((tx) => sequenceEvents(tx, 500));
});

afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

const addressesOf = (made: Made): readonly string[] => [
  `/v1/projects/${made.projectId}`,
  `/v1/clusters/${made.clusterId}`,
  `/v1/clusters/${made.clusterId}/resources`,
  `/v1/node-pools/${made.poolId}`,
  `/v1/operations/${made.operationId}`,
];

describe('a role in a project', () => {
  it('reads what is in the project, and finds nothing of another', async () => {
    for (const url of addressesOf(open))
      expect([url, (await as(viewer, 'GET', url)).status]).toEqual([url, 200]);
    for (const url of addressesOf(closed))
      expect([url, (await as(viewer, 'GET', url)).status]).toEqual([url, 404]);
  });

  it('lists what is in the project only', async () => {
    const ids = async (url: string): Promise<string[]> =>
      (await as(viewer, 'GET', url)).body.items.map((one: { id: string }) => one.id);
    expect(await ids('/v1/projects')).toEqual([open.projectId]);
    expect(await ids('/v1/clusters')).toEqual([open.clusterId]);
    expect(await ids('/v1/node-pools')).toEqual([open.poolId]);
    expect(await ids('/v1/operations')).toEqual([open.operationId]);
    expect(await ids(`/v1/clusters?projectId=${closed.projectId}`)).toEqual([]);
    const events = (await as(viewer, 'GET', '/v1/events')).body.items;
    expect(events.map((one: { subject: string }) => one.subject)).toEqual([open.clusterId]);
  });

  it('writes in the project only', async () => {
    const labels = { labels: { changed: 'yes' } };
    expect((await as(viewer, 'PATCH', `/v1/clusters/${open.clusterId}`, labels)).status).toBe(403);
    expect((await as(editor, 'PATCH', `/v1/clusters/${open.clusterId}`, labels)).status).toBe(202);
    expect((await as(editor, 'PATCH', `/v1/clusters/${closed.clusterId}`, labels)).status).toBe(404);
    expect((await as(editor, 'DELETE', `/v1/node-pools/${closed.poolId}`)).status).toBe(404);
    expect((await as(editor, 'DELETE', `/v1/clusters/${closed.clusterId}`)).status).toBe(404);
  });

  it('makes clusters in the project, and is told of no other', async () => {
    const ask = (name: string, projectId?: string) =>
      as(
        editor,
        'POST',
        '/v1/clusters',
        world.clusterBody(name, projectId === undefined ? {} : { projectId }),
      );
    // As an administrator does before, so that the place is known to the process.
    const known = world.clusterBody('known', { projectId: closed.projectId });
    expect((await world.send('POST', '/v1/clusters', { body: known })).status).toBe(202);

    const foreign = await ask('mine', closed.projectId);
    const absent = await ask('mine', 'prj_01h455vb4pex5vsknk084sn02q');
    expect((await ask('mine', open.projectId)).status).toBe(202);
    expect(foreign.status).toBe(422);
    expect(foreign.text.replace(foreign.body.instance, '')).toBe(
      absent.text.replace(absent.body.instance, ''),
    );
    expect((await ask('mine-too')).status).toBe(422);
    const pool = { name: 'more', clusterId: closed.clusterId, spec: { replicas: 1 } };
    expect((await as(editor, 'POST', '/v1/node-pools', pool)).status).toBeGreaterThanOrEqual(404);
  });

  it('is not given the answer to a request of somebody who reaches more', async () => {
    const body = world.clusterBody('replayed', { projectId: closed.projectId });
    const first = await world.send('POST', '/v1/clusters', { body, idempotencyKey: 'told-to-one' });
    const other = await world.send('POST', '/v1/clusters', {
      body,
      idempotencyKey: 'told-to-one',
      headers: { authorization: `Bearer ${editor}` },
    });
    expect([first.status, other.status]).toEqual([202, 422]);
  });

  it('reaches nothing that belongs to the tenant as a whole', async () => {
    for (const url of ['/v1/credentials', '/v1/api-keys'])
      expect((await as(editor, 'GET', url)).status).toBe(403);
    expect((await as(editor, 'POST', '/v1/projects', { name: 'more' })).status).toBe(403);
  });

  it('is told where it holds', async () => {
    expect((await as(editor, 'GET', '/v1/me')).body.grants).toEqual([
      { role: 'editor', projectId: open.projectId },
    ]);
    const check = async (projectId?: string) =>
      (await as(editor, 'POST', '/v1/permissions:check', { permission: 'clusters.create', projectId })).body
        .allowed;
    expect([await check(open.projectId), await check(closed.projectId), await check()]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('goes with the project', async () => {
    const project = (await world.send('POST', '/v1/projects', { body: { name: 'short-lived' } })).body;
    const made = await world.send('POST', '/v1/api-keys', {
      body: { role: 'viewer', projectId: project.id },
    });
    expect((await world.send('DELETE', `/v1/projects/${project.id}`)).status).toBe(204);
    expect((await world.send('GET', `/v1/api-keys/${made.body.id}`)).status).toBe(404);
  });
});
