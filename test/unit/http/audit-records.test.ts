import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ trustProxy: ['10.0.0.1'] });
});
afterAll(() => test.close());
beforeEach(() => {
  test.world.auditRecords.length = 0;
});

const project = 'prj_01jc8vr3n2e9qsyw6x5m7t4kzd';

describe('a write that is refused', () => {
  it('is noted with who, what, from where, and how it ended', async () => {
    const reply = await test.send('DELETE', `/v1/projects/${project}`, {
      headers: { 'user-agent': 'curl/8' },
    });
    expect(reply.status).toBe(404);
    expect(test.world.auditRecords).toEqual([
      {
        tenantId: test.world.principals.get(test.keys.acme)?.tenantId,
        id: expect.stringMatching(/^au_/),
        actorKind: 'apiKey',
        actor: test.world.principals.get(test.keys.acme)?.id,
        action: 'deleteProject',
        method: 'DELETE',
        route: '/v1/projects/:id',
        targetKind: 'project',
        targetId: project,
        outcome: 'refused',
        status: 404,
        code: 'not-found',
        count: 1,
        requestId: reply.headers['request-id'],
        sourceAddress: '127.0.0.1',
        userAgent: 'curl/8',
        change: {},
        createdAt: expect.any(String),
      },
    ]);
  });

  it('shows the user agent cut, and without what could mislead a reader', async () => {
    await test.send('DELETE', `/v1/projects/${project}`, {
      headers: { 'user-agent': `\u009b31m${'x'.repeat(300)}` },
    });
    expect(test.world.auditRecords[0]?.userAgent).toBe(`?31m${'x'.repeat(252)}`);
  });

  it('shows the address of the client behind proxies that are trusted, and of no other', async () => {
    const sendFrom = (remoteAddress: string) =>
      test.app.inject({
        method: 'DELETE',
        url: `/v1/projects/${project}`,
        remoteAddress,
        headers: { 'x-forwarded-for': '192.0.2.7' },
      });
    await sendFrom('10.0.0.1');
    await sendFrom('10.0.0.2');
    expect(test.world.auditRecords.map(({ sourceAddress }) => sourceAddress)).toEqual([
      '192.0.2.7',
      '10.0.0.2',
    ]);
  });

  it('is noted when its body cannot be read, and nothing of the body with it', async () => {
    await test.send('POST', '/v1/projects', { body: '{"name": "CANARY"' });
    expect(test.world.auditRecords).toMatchObject([{ action: 'createProject', status: 400, targetId: '' }]);
    expect(JSON.stringify(test.world.auditRecords)).not.toContain('CANARY');
  });
});

describe('a caller with a token', () => {
  it('is named with the token that was used, and not by the token', async () => {
    const tokens = {
      verify: async () => ({
        kind: 'verified' as const,
        issuer: 'https://issuer.example.com',
        subject: test.keys.acme,
        isClient: false,
        expiresAt: 4_102_444_800,
        tokenId: 'jti-1',
        candidates: [],
        claims: {},
      }),
    };
    const other = await startTestApp({ tokens });
    other.world.principals.set(test.keys.acme, {
      kind: 'user',
      id: 'idp_1/alice',
      tenantId: 'ten_1',
      grants: [{ role: 'admin' }],
    });
    await other.send('DELETE', `/v1/projects/${project}`, { key: 'aaaa.bbbb.cccc' });
    expect(other.world.auditRecords).toMatchObject([
      {
        actorKind: 'user',
        actor: 'idp_1/alice',
        // printf jti-1 | sha256sum
        tokenId: '5964da055ae31cf8eb7230e190a504899c6f60f07f9f1cd3cade9fbf226e8c28',
      },
    ]);
    await other.close();
  });
});

describe('what is not noted', () => {
  it.each([
    ['GET', `/v1/projects/${project}`, 404],
    ['GET', '/v1/projects?nonsense=1', 400],
    ['POST', '/v1/nothing', 404],
    ['DELETE', '/v1/projects', 405],
    ['GET', '/docs/errors/none', 404],
  ] as const)('%s %s', async (method, url, status) => {
    expect((await test.send(method, url)).status).toBe(status);
    expect(test.world.auditRecords).toEqual([]);
  });
});

describe('the audit trail', () => {
  it('is read by administrators only', async () => {
    for (const url of ['/v1/audit-records', '/v1/audit-records:export']) {
      expect((await test.send('GET', url)).status).toBe(200);
      for (const key of [test.keys.acmeEditor, test.keys.acmeViewer, test.keys.operator])
        expect((await test.send('GET', url, { key })).status).toBe(403);
    }
    for (const url of ['/v1/fleet/audit-records', '/v1/fleet/audit-records:export']) {
      expect((await test.send('GET', url, { key: test.keys.observer })).status).toBe(200);
      expect((await test.send('GET', url)).status).toBe(403);
    }
  });

  it('comes as JSON lines where that is asked for', async () => {
    await test.send('DELETE', `/v1/projects/${project}`);
    const url = '/v1/audit-records:export';
    const lines = await test.send('GET', url, { headers: { accept: 'application/x-ndjson' } });
    expect(JSON.parse(lines.text)).toMatchObject({ number: 1, action: 'deleteProject' });
    expect(lines.text.endsWith('}\n')).toBe(true);
    expect((await test.send('GET', url, { headers: { accept: 'text/csv' } })).status).toBe(406);
    expect((await test.send('HEAD', url)).status).toBe(405);
  });

  it('has cursors that are good for this list only', async () => {
    for (let n = 0; n < 3; n += 1) await test.send('DELETE', `/v1/projects/${project}`);
    const page = await test.send('GET', '/v1/audit-records?limit=2&outcome=refused');
    const cursor = page.body.nextCursor;
    const read = (query: string, key = test.keys.acme) =>
      test.send('GET', `/v1/audit-records?${query}`, { key });

    expect(page.body.items).toHaveLength(2);
    expect((await read(`outcome=refused&cursor=${cursor}`)).body.items).toHaveLength(1);
    expect((await read(`outcome=failed&cursor=${cursor}`)).body.code).toBe('invalid-cursor');
    expect((await read(`outcome=refused&cursor=${cursor}`, test.keys.globex)).body.code).toBe(
      'invalid-cursor',
    );
  });
});
