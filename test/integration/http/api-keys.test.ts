import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFleetKey } from '../../../src/bootstrap.ts';
import { createHttpWorld, type HttpReply, type HttpWorld } from '../../harness/http-world.ts';
import { newId } from '../../harness/test-world.ts';

let world: HttpWorld;
const fleetKey = 'bk_fleet_key_of_the_key_tests';

beforeAll(async () => {
  world = await createHttpWorld();
  await ensureFleetKey(world.database, newId, fleetKey);
});

afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const as = (key: string, method: Method, url: string, body?: unknown): Promise<HttpReply> =>
  world.send(method, url, { body, headers: { authorization: `Bearer ${key}` } });

const make = async (body: object): Promise<{ id: string; key: string }> => {
  const reply = await world.send('POST', '/v1/api-keys', { body });
  expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
  return reply.body;
};

const problems = (reply: HttpReply): unknown[] =>
  reply.body.errors?.map((one: { pointer: string; code: string }) => [one.pointer, one.code]);

describe('a key', () => {
  it('is shown once, kept as a hash, and told by its first characters', async () => {
    const made = await world.send('POST', '/v1/api-keys', {
      body: { role: 'viewer', description: 'portal' },
    });
    const { id, key } = made.body;
    const read = await world.send('GET', `/v1/api-keys/${id}`);
    const { rows } = await world.testDatabase.pool.query(
      'SELECT k::text AS row FROM api_keys k WHERE id = $1',
      [id],
    );

    expect(key).toMatch(/^bk_[\w-]{43}$/);
    expect(read.body).toEqual({
      id,
      tenantId: world.tenant.id,
      role: 'viewer',
      description: 'portal',
      prefix: key.slice(0, 11),
      createdBy: world.tenant.principal.id,
      createdAt: expect.any(String),
    });
    expect(made.headers['cache-control']).toBe('no-store');
    expect(rows[0].row).not.toContain(key.slice(11));
    expect((await as(key, 'GET', '/v1/me')).body).toMatchObject({ id, grants: [{ role: 'viewer' }] });
  });

  it('is answered again with the same Idempotency-Key, text and all', async () => {
    const options = { body: { role: 'editor' }, idempotencyKey: 'make-it-once' };
    const first = await world.send('POST', '/v1/api-keys', options);
    const again = await world.send('POST', '/v1/api-keys', options);

    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('notes its last use', async () => {
    const { id, key } = await make({ role: 'viewer' });
    expect((await as(key, 'GET', '/v1/me')).status).toBe(200);
    const used = async () => (await world.send('GET', `/v1/api-keys/${id}`)).body.lastUsedAt;
    while ((await used()) === undefined) await delay(10);
    expect(Date.parse(await used())).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is narrowed to its scopes', async () => {
    const { key } = await make({ role: 'editor', scopes: ['clusters.read'] });

    expect((await as(key, 'GET', '/v1/clusters')).status).toBe(200);
    expect((await as(key, 'GET', '/v1/node-pools')).status).toBe(403);
    expect((await as(key, 'POST', '/v1/clusters', world.clusterBody('narrowed'))).status).toBe(403);
  });

  it('ends at its end', async () => {
    const { key } = await make({ role: 'viewer', expiresAt: new Date(Date.now() + 1500).toISOString() });
    expect((await as(key, 'GET', '/v1/me')).status).toBe(200);
    // Its principal is in memory for longer than it is valid.
    while ((await as(key, 'GET', '/v1/me')).status === 200) await delay(50);
    expect((await as(key, 'GET', '/v1/me')).status).toBe(401);
  });

  it('is replaced by another, and both are good for as long as was said', async () => {
    const before = await make({ role: 'editor', scopes: ['clusters.read', 'nodePools.read'] });
    const rotated = await world.send('POST', `/v1/api-keys/${before.id}/rotate?overlap=PT1H`);
    const old = await world.send('GET', `/v1/api-keys/${before.id}`);

    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({
      role: 'editor',
      scopes: ['clusters.read', 'nodePools.read'],
      replacesId: before.id,
    });
    expect(rotated.body.key).not.toBe(before.key);
    expect(Date.parse(old.body.expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
    expect(Date.parse(old.body.expiresAt) - Date.now()).toBeLessThan(3_600_000);
    expect((await as(before.key, 'GET', '/v1/clusters')).status).toBe(200);
    expect((await as(rotated.body.key, 'GET', '/v1/clusters')).status).toBe(200);
  });

  it('is gone when it was revoked: not listed, not read, not accepted', async () => {
    const { id, key } = await make({ role: 'viewer' });
    expect(
      (await world.send('DELETE', `/v1/api-keys/${id}`, { headers: { 'if-match': '"2.1"' } })).status,
    ).toBe(412);
    expect((await world.send('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    expect((await world.send('DELETE', `/v1/api-keys/${id}`)).status).toBe(404);
    expect((await world.send('GET', `/v1/api-keys/${id}`)).status).toBe(404);
    const listed = (await world.send('GET', '/v1/api-keys?limit=500')).body.items;
    expect(listed.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await as(key, 'GET', '/v1/me')).status).toBe(401);
  });

  it('cannot do more than who makes it', async () => {
    const maker = await make({ role: 'admin', scopes: ['apiKeys.create', 'clusters.read'] });
    const ask = (body: object) => as(maker.key, 'POST', '/v1/api-keys', body);

    expect(problems(await ask({ role: 'viewer' }))).toEqual([['/role', 'wider-than-own']]);
    expect(problems(await ask({ role: 'admin', scopes: ['clusters.delete'] }))).toEqual([
      ['/scopes', 'wider-than-own'],
    ]);
    expect((await ask({ role: 'viewer', scopes: ['clusters.read'] })).status).toBe(201);
    expect(
      (await as((await make({ role: 'editor' })).key, 'POST', '/v1/api-keys', { role: 'viewer' })).status,
    ).toBe(403);
  });

  it.each([
    [{ role: 'viewer', scopes: ['clusters.delete'] }, [['/scopes/0', 'not-given-by-role']]],
    [{ role: 'viewer', projectId: 'prj_01h455vb4pex5vsknk084sn02q' }, [['/projectId', 'not-found']]],
    [{ role: 'viewer', expiresAt: '2020-01-01T00:00:00Z' }, [['/expiresAt', 'in-the-past']]],
  ])('is refused as %j', async (body, expected) => {
    const reply = await world.send('POST', '/v1/api-keys', { body });
    expect([reply.status, problems(reply)]).toEqual([422, expected]);
  });

  it.each([
    { role: 'fleet-operator' },
    { role: 'viewer', scopes: [] },
    { role: 'viewer', tenantId: 'x' },
    {},
  ])('is malformed as %j', async (body) => {
    expect((await world.send('POST', '/v1/api-keys', { body })).status).toBe(400);
  });
});

describe('a key of the fleet', () => {
  it('is made, read, listed and revoked by the fleet', async () => {
    const made = await as(fleetKey, 'POST', '/v1/fleet/api-keys', {
      role: 'fleet-viewer',
      description: 'board',
    });
    const url = `/v1/fleet/api-keys/${made.body.id}`;
    expect([made.status, made.body.tenantId]).toEqual([201, undefined]);
    expect((await as(made.body.key, 'GET', '/v1/fleet/tenants')).status).toBe(200);
    expect((await as(made.body.key, 'POST', '/v1/fleet/api-keys', { role: 'fleet-viewer' })).status).toBe(
      403,
    );
    expect((await as(fleetKey, 'GET', url)).status).toBe(200);
    const listed = (await as(fleetKey, 'GET', '/v1/fleet/api-keys')).body.items;
    expect(listed.map((one: { role: string }) => one.role)).toEqual(['fleet-viewer', 'fleet-operator']);
    expect((await as(fleetKey, 'DELETE', url)).status).toBe(204);
    expect((await as(fleetKey, 'GET', url)).status).toBe(404);
  });

  it('is not a tenant’s to see, nor the other way round', async () => {
    const made = await as(fleetKey, 'POST', '/v1/fleet/api-keys', { role: 'fleet-viewer' });
    const tenants = await make({ role: 'viewer' });
    expect((await world.send('GET', `/v1/api-keys/${made.body.id}`)).status).toBe(404);
    expect((await as(fleetKey, 'GET', `/v1/fleet/api-keys/${tenants.id}`)).status).toBe(404);
    expect((await as(fleetKey, 'DELETE', `/v1/fleet/api-keys/${tenants.id}`)).status).toBe(404);
  });
});

describe('keys of a tenant', () => {
  it('are as many as its quota allows', async () => {
    const few = await world.createTenant('few');
    const limits = { limits: { apiKeys: 2 } };
    expect((await as(fleetKey, 'PUT' as 'POST', `/v1/fleet/tenants/${few.id}/quotas`, limits)).status).toBe(
      200,
    );
    const ask = () => world.send('POST', '/v1/api-keys', { body: { role: 'viewer' }, tenant: few });
    // The one that came with the tenant counts as well.
    const first = await ask();
    const second = await ask();
    expect([first.status, second.status, second.body.code]).toEqual([201, 422, 'quota-exceeded']);
    expect((await world.send('DELETE', `/v1/api-keys/${first.body.id}`, { tenant: few })).status).toBe(204);
    expect((await ask()).status).toBe(201);
  });
});
