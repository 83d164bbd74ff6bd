import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let clusterId: string;

beforeAll(async () => {
  test = await startTestApp();
  clusterId = (await test.send('POST', '/v1/clusters', { body: newCluster('mine') })).body.cluster.id;
});

afterAll(() => test.close());

describe('authentication', () => {
  it.each([
    [null, 'Bearer realm="berth"'],
    ['Basic dXNlcjpwYXNz', 'Bearer realm="berth"'],
    ['Bearer', 'Bearer realm="berth"'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer realm="berth"'],
    ['Bearer bk_short', 'Bearer realm="berth"'],
    ['bk_acme_key_for_tests', 'Bearer realm="berth"'],
    ['Bearer bk_acme_key_for_tests extra', 'Bearer realm="berth"'],
    [`Bearer bk_${'x'.repeat(300)}`, 'Bearer realm="berth"'],
    ['Bearer bk_acme_key_for_testz', 'Bearer realm="berth", error="invalid_token"'],
  ])('refuses Authorization: %s', async (authorization, challenge) => {
    const reply = await test.send('GET', '/v1/clusters', {
      key: null,
      headers: authorization === null ? {} : { authorization },
    });

    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
    expect(reply.headers['www-authenticate']).toBe(challenge);
  });

  it.each(['bearer bk_acme_key_for_tests', 'BEARER  bk_acme_key_for_tests'])(
    'takes %s',
    async (authorization) => {
      expect((await test.send('GET', '/v1/clusters', { key: null, headers: { authorization } })).status).toBe(
        200,
      );
    },
  );

  it('comes before everything that looks at the request', async () => {
    const reply = await test.send('POST', '/v1/clusters?x=1', {
      key: null,
      body: 'not json',
      headers: { accept: 'text/csv', 'idempotency-key': ' ' },
    });

    expect(reply.status).toBe(401);
  });

  it('answers 503 when keys cannot be looked up', async () => {
    vi.spyOn(test.services.identity, 'authenticateKey').mockRejectedValueOnce(new Error('pool timeout'));

    expect((await test.send('GET', '/v1/clusters')).status).toBe(500);
  });
});

describe('permissions', () => {
  it('lets a viewer read and refuses its writes', async () => {
    const read = await test.send('GET', `/v1/clusters/${clusterId}`, { key: test.keys.acmeViewer });
    const write = await test.send('DELETE', `/v1/clusters/${clusterId}`, { key: test.keys.acmeViewer });

    expect(read.status).toBe(200);
    expect([write.status, write.body.code, write.body.detail]).toEqual([
      403,
      'permission-denied',
      'This needs the permission clusters.delete.',
    ]);
  });

  it('refuses before the body is looked at', async () => {
    const reply = await test.send('POST', '/v1/clusters', { key: test.keys.acmeViewer, body: 'not json' });

    expect(reply.status).toBe(403);
  });

  it.each([
    ['acmeEditor', 'POST', '/v1/projects', 403],
    ['acmeViewer', 'GET', '/v1/projects', 200],
    ['acmeViewer', 'GET', '/v1/versions', 200],
    ['acme', 'GET', '/v1/fleet/tenants', 403],
    ['acme', 'GET', '/v1/fleet/management-clusters', 403],
    ['operator', 'GET', '/v1/fleet/tenants', 200],
    ['observer', 'GET', '/v1/fleet/tenants', 200],
    ['observer', 'POST', '/v1/fleet/tenants', 403],
    ['operator', 'GET', '/v1/clusters', 403],
    ['operator', 'GET', '/v1/events', 403],
    ['operator', 'GET', '/v1/versions', 200],
    ['operator', 'GET', '/v1/platforms', 200],
    ['operator', 'GET', '/v1/me', 200],
  ] as const)('as %s: %s %s gives %i', async (who, method, url, status) => {
    const body = method === 'POST' ? {} : undefined;

    expect((await test.send(method, url, { key: test.keys[who], body })).status).toBe(status);
  });

  it('refuses a key with a role of the fleet that belongs to a tenant', async () => {
    test.world.principals.set('bk_odd_key_for_tests', {
      kind: 'apiKey',
      id: 'key_01jc8vr3n2e9qsyw6x5m7t4kzd',
      grants: [{ role: 'fleet-operator' }],
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
    });

    expect((await test.send('GET', '/v1/fleet/tenants', { key: 'bk_odd_key_for_tests' })).status).toBe(403);
  });

  it('tells who the caller is and what it may do', async () => {
    const viewer = await test.send('GET', '/v1/me', { key: test.keys.acmeViewer });
    const operator = await test.send('GET', '/v1/me', { key: test.keys.operator });

    expect(viewer.body).toEqual({
      kind: 'apiKey',
      id: expect.stringMatching(/^key_/),
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
      grants: [{ role: 'viewer' }],
      permissions: [
        'authenticated',
        'catalogue.read',
        'clusters.read',
        'credentials.read',
        'events.read',
        'nodePools.read',
        'operations.read',
        'projects.read',
        'quotas.read',
      ],
    });
    expect(operator.body).toMatchObject({
      permissions: ['authenticated', 'catalogue.read', 'fleet.read', 'fleet.write'],
    });
    expect(operator.body).not.toHaveProperty('tenantId');
  });
});

describe('tenants', () => {
  it.each(['GET', 'DELETE', 'PATCH'] as const)(
    'answers %s of another tenant like one that does not exist',
    async (method) => {
      const body = method === 'PATCH' ? { labels: { a: 'b' } } : undefined;
      const options = { key: test.keys.globex, body };

      const foreign = await test.send(method, `/v1/clusters/${clusterId}`, options);
      const random = await test.send(method, '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7tzzzz', options);

      expect(foreign.status).toBe(404);
      expect(foreign.text.replace(foreign.body.instance, '')).toBe(
        random.text.replace(random.body.instance, ''),
      );
    },
  );

  it("lists only what is the caller's", async () => {
    expect((await test.send('GET', '/v1/clusters', { key: test.keys.globex })).body).toEqual({ items: [] });
  });
});
