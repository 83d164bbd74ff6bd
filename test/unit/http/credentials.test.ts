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
      settings: {},
      value: {
        set: true,
        fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/),
        updatedAt: made.body.updatedAt,
      },
      status: { state: 'unverified', problems: [], permissions: [] },
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

const roleArn = 'arn:aws:iam::123456789012:role/berth';

const trust = (name: string, settings: object, kind = 'awsRole') =>
  test.send('POST', '/v1/credentials', { body: { name, kind, settings } });

describe('credentials that open an account by trust', () => {
  it('have settings and no value, and for a role an external id that Berth made', async () => {
    const { status, body } = await trust('aws', { roleArn });

    expect([status, body.kind, body.settings, 'value' in body]).toEqual([
      201,
      'awsRole',
      { roleArn, externalId: 'berth-external-id' },
      false,
    ]);
  });

  it.each([
    ['awsRole', { roleArn, externalId: 'chosen' }, '/settings/externalId'],
    ['awsRole', { roleArn: 'arn:aws:iam::123:role/berth' }, '/settings/roleArn'],
    ['awsRole', { roleArn: `${roleArn}"}` }, '/settings/roleArn'],
    ['awsRole', {}, '/settings/roleArn'],
    ['azureFederated', { tenantId: 'x', clientId: 'x', subscriptionId: 'x' }, '/settings/tenantId'],
    ['gcpWorkloadIdentity', { projectNumber: 7 }, '/settings/projectNumber'],
  ])('refuse %s with %j', async (kind, settings, pointer) => {
    const { status, body } = await trust('refused', settings, kind);

    expect([status, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
      400,
      expect.arrayContaining([pointer]),
    ]);
  });

  it('take no value, and values no settings', async () => {
    const withValue = await test.send('POST', '/v1/credentials', {
      body: { name: 'x', kind: 'awsRole', settings: { roleArn }, value: 'x' },
    });
    const withSettings = await test.send('POST', '/v1/credentials', {
      body: { name: 'x', kind: 'pullSecret', settings: {}, value: pullSecret() },
    });

    expect([withValue.status, withValue.body.errors[0].pointer]).toEqual([400, '/value']);
    expect([withSettings.status, withSettings.body.errors[0].pointer]).toEqual([400, '/settings']);
  });

  it('are tried on demand, and tell permission by permission', async () => {
    const { body } = await trust('tried', { roleArn });
    const tried = await test.send('POST', `/v1/credentials/${body.id}/verify`);
    const list = await test.send('GET', '/v1/credentials');

    expect([tried.status, tried.body.status]).toEqual([
      200,
      {
        state: 'valid',
        verifiedAt: expect.any(String),
        account: '123456789012',
        problems: [],
        uses: [
          { use: 'existing', allowed: true },
          { use: 'managed', allowed: false },
          { use: 'leakScan', allowed: true },
          { use: 'leakCleaning', allowed: true },
        ],
        permissions: [
          {
            permission: 'ec2:CreateVpc',
            granted: false,
            detail: 'no policy allows it',
            neededFor: ['managed'],
          },
        ],
      },
    ]);
    const listed = list.body.items.find(({ id }: { id: string }) => id === body.id);
    expect(listed.status).not.toHaveProperty('permissions');
  });

  it('have a text that sets them up, as JSON or by itself', async () => {
    const { body } = await trust('set-up', { roleArn });
    const url = `/v1/credentials/${body.id}/setup`;
    const usual = await test.send('GET', url);
    const terraform = await test.send('GET', `${url}?format=terraform`, {
      headers: { accept: 'text/plain' },
    });
    const other = await test.send('GET', `${url}?format=bicep`);

    expect([usual.body.format, usual.body.fileName]).toEqual(['cloudformation', 'berth.template.json']);
    expect(JSON.parse(usual.body.text).Resources.Role.Properties.RoleName).toBe('berth');
    expect([terraform.headers['content-type'], terraform.text.includes('resource "aws_iam_role"')]).toEqual([
      'text/plain; charset=utf-8',
      true,
    ]);
    expect([other.status, other.body.errors]).toEqual([
      400,
      [
        {
          pointer: '/format',
          code: 'not-allowed',
          detail: 'There is no text in this format.',
          allowed: ['cloudformation', 'terraform'],
        },
      ],
    ]);
  });
});

describe('the value of a credential', () => {
  it('is replaced, and counts as written', async () => {
    const { body } = await store('rotated', pullSecret());
    const url = `/v1/credentials/${body.id}/value`;
    const value = pullSecret(Buffer.from('user:other').toString('base64'));
    const changed = await test.send('PUT', url, { body: { value }, headers: { 'if-match': '"1.1"' } });
    const stale = await test.send('PUT', url, { body: { value }, headers: { 'if-match': '"1.1"' } });

    expect([changed.status, changed.body.generation, changed.headers['etag'], stale.status]).toEqual([
      200,
      2,
      '"2.2"',
      412,
    ]);
    expect(changed.body.value.fingerprint).not.toBe(body.value.fingerprint);
  });

  it('is held to its kind, and is not there for trusts', async () => {
    const secret = await store('held', pullSecret());
    const role = await trust('no-value', { roleArn });
    const put = (id: string, value: string) =>
      test.send('PUT', `/v1/credentials/${id}/value`, { body: { value } });

    expect((await put(secret.body.id, '{"auths":{}}')).status).toBe(400);
    expect((await put(role.body.id, 'x')).body.code).toBe('admission-refused');
  });
});
