import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  applyType,
  configMap,
  jsonPatchType,
  makeNamespace,
  mergeType,
  openWorld,
  type World,
} from './api-world.ts';

let world: World;
let maps: string;

beforeAll(async () => {
  world = await openWorld();
  maps = `/api/v1/namespaces/${await makeNamespace(world.api)}/configmaps`;
});
afterAll(() => world.close());

const isAlive = async () => (await world.api.call('GET', '/readyz')).code === 200;
const post = async (body: string, type = 'application/json') =>
  (await world.api.call('POST', maps, { body, type })).code;

describe('bodies that mean no good', () => {
  it.each([
    ['a deep nest of lists', `{"metadata":{"name":"x"},"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'a deep nest of maps',
      `{"metadata":{"name":"x"},"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    ['a number beyond all', '{"metadata":{"name":"x","generation":1e999}}'],
    ['a name with NUL', '{"metadata":{"name":"a\\u0000b"}}'],
    ['a lone surrogate', '{"metadata":{"name":"x","labels":{"a":"\\ud800"}}}'],
    ['labels that are a list', '{"metadata":{"name":"x","labels":[]}}'],
    ['metadata that is text', '{"metadata":"x"}'],
    ['finalizers that are numbers', '{"metadata":{"name":"x","finalizers":[1]}}'],
    ['owners that are text', '{"metadata":{"name":"x","ownerReferences":["x"]}}'],
    ['no JSON', '{{{'],
    ['nothing', ''],
  ])('%s', async (_, body) => {
    expect(await post(body)).toBeGreaterThanOrEqual(400);
    expect(await isAlive()).toBe(true);
  });

  it('with NUL and half characters in values are kept as they are', async () => {
    const text = 'x\u0000y\ud800z';
    const made = await world.api.call('POST', maps, { body: configMap('nul', { a: text }) });
    expect([made.code, made.body.data.a]).toEqual([201, text]);
    const event = { metadata: { name: 'nul' }, involvedObject: { kind: text, name: text }, reason: text };
    const answer = await world.api.call('POST', maps.replace('configmaps', 'events'), { body: event });
    expect([answer.code, answer.body.reason]).toEqual([201, text]);
  });

  it('that are too large are told so', async () => {
    const { code, body } = await world.api.call('POST', maps, {
      body: configMap('large', { a: 'x'.repeat(4_000_000) }),
    });
    expect([code, body.reason]).toEqual([413, 'RequestEntityTooLarge']);
    expect(
      (await world.api.call('POST', maps, { body: configMap('large', { a: 'x'.repeat(1_100_000) }) })).code,
    ).toBe(422);
  });

  it('do not reach prototypes', async () => {
    await world.api.call('POST', maps, { body: configMap('proto') });
    const body = '{"data":{"__proto__":"x","constructor":"y"},"__proto__":{"polluted":true}}';
    await world.api.call('PATCH', `${maps}/proto`, { type: mergeType, body });
    await world.api.call('PATCH', `${maps}/proto`, {
      type: jsonPatchType,
      body: [{ op: 'add', path: '/__proto__/polluted', value: true }],
    });
    await world.api.call('PATCH', `${maps}/proto?fieldManager=x`, {
      type: applyType,
      body: `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"proto"},"data":{"__proto__":"z"}}`,
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await isAlive()).toBe(true);
  });
});

describe('paths that mean no good', () => {
  it.each([
    `/api/v1/namespaces/../configmaps`,
    `/api/v1/namespaces/%2e%2e/configmaps/x`,
    '/api/v1/namespaces/default/configmaps/.',
    '/api/v1/namespaces/default/configmaps/..',
  ])('%s deletes nothing', async (path) => {
    await world.api.call('POST', '/api/v1/namespaces/default/configmaps', { body: configMap('witness') });
    const { code } = await world.api.call('DELETE', path);
    expect(code).toBe(404);
    expect((await world.api.call('GET', '/api/v1/namespaces/default/configmaps/witness')).code).toBe(200);
  });

  it('with SQL in a selector find nothing', async () => {
    const query = encodeURIComponent("metadata.name=x' OR '1'='1");
    const { code, body } = await world.api.call('GET', `${maps}?fieldSelector=${query}`);
    expect(code === 400 || body.items.length === 0).toBe(true);
  });
});

describe('connections that mean no good', () => {
  it('do not stop the server', async () => {
    const { port } = new URL(world.server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(await isAlive()).toBe(true);
  });

  it('of the database that break give a 5xx, and come back', async () => {
    await world.database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await world.api.call('GET', maps)).code),
    );
    expect(codes.every((code) => code === 200 || code === 503)).toBe(true);
    expect((await world.api.call('GET', maps)).code).toBe(200);
  });
});
