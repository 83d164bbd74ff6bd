import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpWorld, type HttpReply, type HttpWorld } from '../../harness/http-world.ts';
import { type RealIssuer, startRealIssuer } from '../../harness/oidc/real-issuer.ts';
import type { TestTenant } from '../../harness/test-world.ts';

// Tokens of a real OpenID provider, by the client credentials grant, as orchestrators get them.
let world: HttpWorld;
let provider: RealIssuer;
let other: TestTenant;
let issuerId: string;

const audience = 'https://berth.example.org';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const as = (token: string, method: Method, url: string, options: { body?: unknown; tenant?: string } = {}) =>
  world.send(method, url, {
    body: options.body,
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.tenant === undefined ? {} : { 'berth-tenant': options.tenant }),
    },
  });

const trust = (change: object = {}, tenant?: TestTenant): Promise<HttpReply> =>
  world.send('POST', '/v1/identity-issuers', {
    body: { name: 'corporate', issuer: provider.issuer, audiences: [audience], ...change },
    ...(tenant === undefined ? {} : { tenant }),
  });

const bind = (subject: object, role: string, rest: object = {}): Promise<HttpReply> =>
  world.send('POST', '/v1/role-bindings', {
    body: { subject: { issuerId, ...subject }, role, ...rest },
  });

beforeAll(async () => {
  provider = await startRealIssuer({
    audience,
    clients: ['pipeline', 'portal', 'stranger', 'guest'],
    claims: { portal: { groups: ['platform-team', 'all'] }, guest: { groups: ['guests'] } },
  });
  world = await createHttpWorld();
  other = await world.createTenant('other');
  const made = await trust({
    groupsClaim: 'groups',
    rules: [{ claim: 'groups', contains: 'platform-team', role: 'admin' }],
  });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  issuerId = made.body.id;
});

afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await provider.stop();
  await world.close();
});

describe('an access token', () => {
  it('of a service account has the roles that are bound to it', async () => {
    expect((await bind({ kind: 'serviceAccount', name: 'pipeline' }, 'editor')).status).toBe(201);
    const token = await provider.issueToken('pipeline');

    expect((await as(token, 'GET', '/v1/me')).body).toMatchObject({
      kind: 'serviceAccount',
      id: `${issuerId}/pipeline`,
      tenantId: world.tenant.id,
      grants: [{ role: 'editor' }],
    });
    const made = await as(token, 'POST', '/v1/clusters', { body: world.clusterBody('by-pipeline') });
    expect(made.status).toBe(202);
    expect((await as(token, 'POST', '/v1/projects', { body: { name: 'more' } })).status).toBe(403);
    const { rows } = await world.testDatabase.pool.query(
      'SELECT actor FROM audit_records WHERE target_id = $1',
      [made.body.cluster.id],
    );
    expect(rows).toEqual([{ actor: `${issuerId}/pipeline` }]);
  });

  it('has roles by the claims in it', async () => {
    const token = await provider.issueToken('portal');

    expect((await as(token, 'GET', '/v1/me')).body.grants).toEqual([{ role: 'admin' }]);
    expect((await as(token, 'POST', '/v1/projects', { body: { name: 'by-portal' } })).status).toBe(201);
  });

  it('has roles of its groups, also in one project only', async () => {
    const project = (await world.send('POST', '/v1/projects', { body: { name: 'for-guests' } })).body;
    expect((await bind({ kind: 'group', name: 'guests' }, 'viewer', { projectId: project.id })).status).toBe(
      201,
    );
    const token = await provider.issueToken('guest');

    expect((await as(token, 'GET', '/v1/me')).body.grants).toEqual([
      { role: 'viewer', projectId: project.id },
    ]);
    const seen = (await as(token, 'GET', '/v1/projects')).body.items;
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([project.id]);
    expect((await as(token, 'GET', '/v1/credentials')).status).toBe(403);
  });

  it('of somebody without a role may ask who they are, and nothing else', async () => {
    const token = await provider.issueToken('stranger');

    expect((await as(token, 'GET', '/v1/me')).body).toMatchObject({
      grants: [],
      permissions: ['authenticated'],
    });
    expect((await as(token, 'GET', '/v1/clusters')).status).toBe(403);
  });

  it('is refused with another audience, and when it was changed', async () => {
    const token = await provider.issueToken('portal');
    const [head = '', claims = '', signature = ''] = token.split('.');
    const wider = Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(claims, 'base64url').toString()),
        groups: ['platform-team'],
      }),
    ).toString('base64url');
    for (const forged of [`${head}.${wider}.${signature}`, `${head}.${claims}.${signature.slice(2)}`]) {
      const reply = await as(forged, 'GET', '/v1/me');
      expect([reply.status, reply.body.detail]).toEqual([401, 'The access token is not valid.']);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="berth", error="invalid_token"');
    }
    expect((await as(await provider.issueIdToken(), 'GET', '/v1/me')).status).toBe(401);
  });

  it('is refused once the issuer is trusted no more', async () => {
    const made = await trust({ name: 'short' }, other);
    const theirs = { tenant: other.id };
    const token = await provider.issueToken('stranger');
    await expect
      .poll(async () => (await as(token, 'GET', '/v1/me', theirs)).status, { timeout: 8000 })
      .toBe(200);
    expect(
      (await world.send('DELETE', `/v1/identity-issuers/${made.body.id}`, { tenant: other })).status,
    ).toBe(204);
    const since = performance.now();
    await expect
      .poll(async () => (await as(token, 'GET', '/v1/me', theirs)).status, { timeout: 8000 })
      .toBe(403);
    expect(performance.now() - since).toBeLessThan(5000);
  });

  it('that is good for several tenants has to say which', async () => {
    expect((await trust({ name: 'theirs' }, other)).status).toBe(201);
    const token = await provider.issueToken('portal');
    await expect.poll(async () => (await as(token, 'GET', '/v1/me')).status, { timeout: 8000 }).toBe(400);
    const reply = await as(token, 'GET', '/v1/me');

    expect(reply.body.errors).toEqual([
      expect.objectContaining({
        pointer: '/Berth-Tenant',
        code: 'required',
        allowed: [world.tenant.id, other.id],
      }),
    ]);
    const mine = await as(token, 'GET', '/v1/me', { tenant: world.tenant.id });
    const byName = await as(token, 'GET', '/v1/me', { tenant: 'other' });
    expect([mine.body.tenantId, mine.body.grants]).toEqual([world.tenant.id, [{ role: 'admin' }]]);
    expect([byName.body.tenantId, byName.body.grants]).toEqual([other.id, []]);
    const foreign = await as(token, 'GET', '/v1/me', { tenant: 'ten_01h455vb4pex5vsknk084sn02q' });
    const unknown = await as(token, 'GET', '/v1/me', { tenant: 'nobody' });
    expect([foreign.status, unknown.status]).toEqual([403, 403]);
  });

  it('is good while its issuer is down, if the keys are known; else it is told to come again', async () => {
    const token = await provider.issueToken('portal');
    const tenant = world.tenant.id;
    expect((await as(token, 'GET', '/v1/me', { tenant })).status).toBe(200);
    await provider.stop();
    expect((await as(token, 'GET', '/v1/me', { tenant })).status).toBe(200);

    const cold = await createHttpWorld();
    await cold.send('POST', '/v1/identity-issuers', {
      body: { name: 'corporate', issuer: provider.issuer, audiences: [audience] },
    });
    const reply = await cold.send('GET', '/v1/me', { headers: { authorization: `Bearer ${token}` } });
    expect([reply.status, reply.body.code, reply.body.retryable]).toEqual([503, 'unavailable', true]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await cold.close();
    await provider.start();
  });
});

describe('an issuer', () => {
  const problems = (reply: HttpReply) =>
    reply.body.errors?.map((one: { pointer: string; code: string }) => [one.pointer, one.code]);

  it.each([
    [{ issuer: 'https://10.0.0.1' }, [['/issuer', 'address']]],
    [{ issuer: 'https://metadata.internal' }, [['/issuer', 'internalName']]],
    [{ issuer: 'http://login.example.com' }, [['/issuer', 'scheme']]],
    [{ issuer: 'https://2130706433/' }, [['/issuer', 'oddEncoding']]],
    [
      { issuer: 'https://login.example.com', rules: [{ claim: 'a', role: 'admin' }] },
      [['/rules/0', 'exactly-one']],
    ],
    [
      {
        issuer: 'https://login.example.com',
        rules: [{ claim: 'a', equals: 'b', role: 'viewer', projectId: 'prj_01h455vb4pex5vsknk084sn02q' }],
      },
      [['/rules/0/projectId', 'not-found']],
    ],
  ])('is refused as %j', async (change, expected) => {
    const reply = await trust({ name: 'refused', ...change });
    expect([reply.status, problems(reply)]).toEqual([422, expected]);
  });

  it('gives no role that its maker does not have', async () => {
    const narrow = await world.send('POST', '/v1/api-keys', {
      body: { role: 'admin', scopes: ['identityIssuers.create', 'roleBindings.create'] },
    });
    const asNarrow = (url: string, body: object) => as(narrow.body.key, 'POST', url, { body });
    const rules = [{ claim: 'sub', equals: 'me', role: 'viewer' }];
    const issuer = await asNarrow('/v1/identity-issuers', {
      name: 'wide',
      issuer: 'https://login.example.com',
      audiences: ['a'],
      rules,
    });
    const subject = { kind: 'user', issuerId, name: 'me' };
    const binding = await asNarrow('/v1/role-bindings', { subject, role: 'admin' });

    expect([issuer.status, problems(issuer)]).toEqual([422, [['/rules/0/role', 'wider-than-own']]]);
    expect([binding.status, problems(binding)]).toEqual([422, [['/role', 'wider-than-own']]]);
  });

  it('is changed as a whole, but for its name and its address', async () => {
    const url = `/v1/identity-issuers/${issuerId}`;
    const before = await world.send('GET', url);
    const body = { audiences: [audience, 'more'], groupsClaim: 'groups', rules: before.body.rules };
    const changed = await world.send('PUT', url, {
      body,
      headers: { 'if-match': before.headers['etag'] ?? '' },
    });

    expect([changed.status, changed.headers['etag']]).toEqual([200, '"2.2"']);
    expect(changed.body).toMatchObject({ issuer: provider.issuer, audiences: [audience, 'more'] });
    expect((await world.send('GET', url)).body).toEqual(changed.body);
    expect((await world.send('PUT', url, { body, headers: { 'if-match': '"1.1"' } })).status).toBe(412);
  });

  it('is one of twenty at most', async () => {
    const crowd = await world.createTenant('crowd');
    for (let n = 1; n <= 20; n += 1)
      expect(
        (await trust({ name: `idp-${n}`, issuer: `https://login-${n}.example.com` }, crowd)).status,
      ).toBe(201);
    const reply = await trust({ name: 'idp-21', issuer: 'https://login-21.example.com' }, crowd);
    expect([reply.status, problems(reply)]).toEqual([422, [['/issuer', 'too-many']]]);
  });
});

describe('a role binding', () => {
  it('is there once, is listed by issuer and project, and is taken away', async () => {
    const made = await bind({ kind: 'user', name: 'alice' }, 'viewer');
    const again = await bind({ kind: 'user', name: 'alice' }, 'viewer');
    expect([made.status, again.status, again.body.existingId]).toEqual([201, 409, made.body.id]);
    const listed = (await world.send('GET', `/v1/role-bindings?issuerId=${issuerId}`)).body.items;
    expect(listed.map(({ id }: { id: string }) => id)).toContain(made.body.id);
    const url = `/v1/role-bindings/${made.body.id}`;
    expect((await world.send('GET', url)).body).toEqual(made.body);
    expect((await world.send('DELETE', url)).status).toBe(204);
    expect((await world.send('GET', url)).status).toBe(404);
  });

  it('names what is there', async () => {
    const reply = await world.send('POST', '/v1/role-bindings', {
      body: {
        subject: { kind: 'user', issuerId: 'idp_01h455vb4pex5vsknk084sn02q', name: 'x' },
        role: 'viewer',
        projectId: 'prj_01h455vb4pex5vsknk084sn02q',
      },
    });
    expect(
      reply.body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code]),
    ).toEqual([
      ['/subject/issuerId', 'not-found'],
      ['/projectId', 'not-found'],
    ]);
  });
});
