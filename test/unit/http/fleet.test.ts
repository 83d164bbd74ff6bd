import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const as = (key: string) => ({
  get: (url: string) => test.send('GET', url, { key }),
  post: (url: string, body: unknown) => test.send('POST', url, { key, body }),
  patch: (url: string, body: unknown) => test.send('PATCH', url, { key, body }),
  put: (url: string, body: unknown) => test.send('PUT', url, { key, body }),
  delete: (url: string) => test.send('DELETE', url, { key }),
});

describe('tenants of the fleet', () => {
  it('are made with a key that works at once and is shown once', async () => {
    const operator = as(test.keys.operator);
    const made = await operator.post('/v1/fleet/tenants', { name: 'initech' });
    const { tenant, apiKey } = made.body;

    expect([made.status, made.headers['cache-control'], made.headers['location']]).toEqual([
      201,
      'no-store',
      `https://berth.example.org/v1/fleet/tenants/${tenant.id}`,
    ]);
    expect(apiKey).toMatchObject({ tenantId: tenant.id, role: 'admin', key: 'bk_initech_made_admin_key' });
    expect((await as(apiKey.key).get('/v1/clusters')).status).toBe(200);
    expect((await operator.get(`/v1/fleet/tenants/${tenant.id}`)).body).toEqual(tenant);
    const list = await operator.get('/v1/fleet/tenants?limit=1');
    expect(list.body.items).toEqual([tenant]);
    const rest = await operator.get(`/v1/fleet/tenants?cursor=${list.body.nextCursor}`);
    expect(rest.body.items.map(({ name }: { name: string }) => name)).toEqual(['globex', 'acme']);
  });

  it('need a name', async () => {
    expect((await as(test.keys.operator).post('/v1/fleet/tenants', { name: 'A' })).status).toBe(400);
    expect(
      (await as(test.keys.operator).get('/v1/fleet/tenants/ten_01jc8vr3n2e9qsyw6x5m7tzzzz')).status,
    ).toBe(404);
  });
});

describe('management clusters', () => {
  it('are registered, cordoned and forgotten; the kubeconfig is write-only', async () => {
    const operator = as(test.keys.operator);
    const made = await operator.post('/v1/fleet/management-clusters', {
      name: 'mc-eu-1',
      labels: { tier: 'gold' },
      region: 'eu-west-1',
      platforms: ['aws', 'none'],
      capacity: 80,
      kubeconfig: 'apiVersion: v1\nkind: Config\nusers:\n- name: berth\n  user: {token: hunter2}\n',
    });
    const url = `/v1/fleet/management-clusters/${made.body.id}`;

    expect([made.status, made.headers['etag']]).toEqual([201, '"1.1"']);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^mc_/),
      name: 'mc-eu-1',
      labels: { tier: 'gold' },
      region: 'eu-west-1',
      platforms: ['aws', 'none'],
      capacity: 80,
      cordoned: false,
      kubeconfig: { set: true, fingerprint: expect.any(String) },
      generation: 1,
      revision: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      status: {
        reachable: true,
        message: '',
        supportedMinors: ['4.20', '4.19'],
        placed: 0,
      },
    });
    expect((await as(test.keys.observer).get('/v1/fleet/management-clusters')).body.items).toEqual([
      made.body,
    ]);

    const changed = await operator.patch(url, {
      cordoned: true,
      labels: { tier: null, zone: 'a' },
      capacity: 0,
    });
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"2.2"']);
    expect(changed.body).toMatchObject({ cordoned: true, labels: { zone: 'a' }, capacity: 0 });
    expect(made.text + changed.text).not.toContain('hunter2');

    expect((await operator.delete(url)).status).toBe(204);
    expect((await operator.get(url)).status).toBe(404);
  });

  it.each([
    [{ platforms: [] }, '/platforms'],
    [{ platforms: ['aws', 'aws'] }, '/platforms'],
    [{ platforms: ['ibmcloud'] }, '/platforms/0'],
    [{ capacity: -1 }, '/capacity'],
    [{ cordoned: true }, '/cordoned'],
    [{ kubeconfig: '\u0007' }, '/kubeconfig'],
  ])('refuse %j', async (member, pointer) => {
    const body = { name: 'mc-x', platforms: ['none'], capacity: 1, ...member };

    const reply = await as(test.keys.operator).post('/v1/fleet/management-clusters', body);

    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
  });

  it.each([[{}], [{ cordoned: null }], [{ name: 'other' }], [{ platforms: null }]])(
    'refuse the patch %j',
    async (body) => {
      const url = '/v1/fleet/management-clusters/mc_01jc8vr3n2e9qsyw6x5m7tzzzz';

      expect((await as(test.keys.operator).patch(url, body)).status).toBe(400);
    },
  );
});

describe('catalogue', () => {
  it('is written by operators and read by everybody', async () => {
    const release = { image: 'quay.io/ocp/release:4.20.4-x86_64', channels: ['stable-4.20'], enabled: false };

    const put = await as(test.keys.operator).put('/v1/fleet/versions/4.20.4', release);
    const list = await as(test.keys.acmeViewer).get('/v1/versions');

    expect([put.status, put.body]).toEqual([200, { version: '4.20.4', ...release }]);
    expect(list.body.items.map(({ version }: { version: string }) => version)).toEqual(['4.20.3', '4.20.4']);
    expect((await as(test.keys.acme).put('/v1/fleet/versions/4.20.4', release)).status).toBe(403);
    expect((await as(test.keys.operator).put('/v1/fleet/versions/4.20', release)).status).toBe(400);
    expect((await as(test.keys.operator).put('/v1/fleet/versions/4.20.5', { image: 'x y' })).status).toBe(
      400,
    );
  });

  it('has the JSON Schema of the block of each platform', async () => {
    const { body } = await as(test.keys.acme).get('/v1/platforms');

    expect(body.items.map(({ type }: { type: string }) => type)).toEqual([
      'aws',
      'azure',
      'gcp',
      'kubevirt',
      'openstack',
      'powervs',
      'agent',
      'none',
    ]);
    expect(body.items[6].clusterSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['namespace'],
      additionalProperties: false,
    });
    expect(body.items[0].nodePoolSchema.properties).toHaveProperty('instanceType');
  });
});
