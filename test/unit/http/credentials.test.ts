import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const pullSecret = (auth = Buffer.from('user:hunter2').toString('base64')) =>
  JSON.stringify({ auths: { 'quay.io': { auth, email: 'x@example.org' } } }, null, '\t');

const store = (name: string, value: unknown) =>
  test.send('POST', '/v1/credentials', { body: { name, kind: 'pullSecret', value } });

describe('credentials over HTTP', () => {
  it('read back that they are set, and nothing more', async () => {
    const made = await store('registry', pullSecret());
    const read = await test.send('GET', `/v1/credentials/${made.body.id}`);
    const list = await test.send('GET', '/v1/credentials');

    expect(made.status).toBe(201);
    expect(read.body).toEqual({
      id: made.body.id,
      name: 'registry',
      tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t0001',
      kind: 'pullSecret',
      value: {
        set: true,
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        updatedAt: made.body.updatedAt,
      },
      generation: 1,
      revision: 1,
      createdAt: made.body.createdAt,
      updatedAt: made.body.updatedAt,
    });
    expect(made.text + read.text + list.text).not.toMatch(/aHVudGVyMg|dXNlcjpodW50ZXIy|hunter2/);
  });

  it.each([
    ['not json', 'Must be a dockerconfigjson: {"auths":{"HOST":{"auth":"base64 of user:password"}}}.'],
    ['{}', 'Must be a dockerconfigjson: {"auths":{"HOST":{"auth":"base64 of user:password"}}}.'],
    ['[]', 'Must be a dockerconfigjson: {"auths":{"HOST":{"auth":"base64 of user:password"}}}.'],
    ['{"auths":[]}', 'Must be a dockerconfigjson: {"auths":{"HOST":{"auth":"base64 of user:password"}}}.'],
    ['{"auths":{}}', 'Must name at least one registry under auths.'],
    ['{"auths":{"quay.io":{}}}', expect.stringContaining('Every registry needs "auth"')],
    [pullSecret('hunter2!'), expect.stringContaining('Every registry needs "auth"')],
    [pullSecret('aHVudGVyMg'), expect.stringContaining('Every registry needs "auth"')],
    [
      pullSecret(Buffer.from('hunter2').toString('base64')),
      expect.stringContaining('Every registry needs "auth"'),
    ],
    [pullSecret(''), expect.stringContaining('Every registry needs "auth"')],
  ])('refuse %s', async (value, detail) => {
    const calls = test.world.calls.length;

    const reply = await store('refused', value);

    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [{ pointer: '/value', code: 'invalid-format', detail }],
    ]);
    expect(reply.text).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(test.world.calls).toHaveLength(calls);
  });

  it.each([[''], ['x'.repeat(65_537)], [7], ['caf\u00e9'], [{ auths: {} }]])(
    'refuse a value of a wrong form',
    async (value) => {
      const reply = await store('form', value);

      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/value']);
    },
  );

  it('cannot be deleted while a cluster uses them', async () => {
    const { body } = await store('used', pullSecret());
    const cluster = await test.send('POST', '/v1/clusters', {
      body: newCluster('user', { pullSecretCredentialId: body.id }),
    });

    const refused = await test.send('DELETE', `/v1/credentials/${body.id}`);
    test.world.clusters.delete(cluster.body.cluster.id);
    const deleted = await test.send('DELETE', `/v1/credentials/${body.id}`);

    expect([refused.status, refused.body.code, refused.body.clusterId]).toEqual([
      409,
      'resource-in-use',
      cluster.body.cluster.id,
    ]);
    expect(deleted.status).toBe(204);
  });
});
