import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpWorld, type HttpReply, type HttpWorld } from '../../harness/http-world.ts';
import type { TestTenant } from '../../harness/test-world.ts';
import { removedFilters, type Walls } from '../../harness/walls.ts';

// Whatever belongs to one tenant looks to another like something that was never there.
let world: HttpWorld;
let other: TestTenant;
let owned: Record<string, string>;

const neverMade = '01h455vb4pex5vsknk084sn02q';

const prepare = async (walls: Walls): Promise<void> => {
  world = await createHttpWorld(undefined, walls);
  other = await world.createTenant('other');
  const { body } = await world.send('POST', '/v1/clusters', {
    body: world.clusterBody('mine', { labels: { marker: 'canary' } }),
  });
  const pools = await world.send('GET', `/v1/node-pools?clusterId=${body.cluster.id}`);
  const issuer = await world.send('POST', '/v1/identity-issuers', {
    body: { name: 'canary', issuer: 'https://login.example.com', audiences: ['canary'] },
  });
  const subject = { kind: 'user', issuerId: issuer.body.id, name: 'canary' };
  const binding = await world.send('POST', '/v1/role-bindings', { body: { subject, role: 'viewer' } });
  owned = {
    'identity-issuers': issuer.body.id,
    'role-bindings': binding.body.id,
    clusters: body.cluster.id,
    'node-pools': pools.body.items[0].id,
    operations: body.operation.id,
    projects: body.cluster.projectId,
    credentials: world.tenant.pullSecretId,
    'api-keys': (await world.send('POST', '/v1/api-keys', { body: { role: 'viewer' } })).body.id,
  };
};

const bodies: Record<string, unknown> = { PATCH: { labels: { a: 'b' } }, PUT: { value: 'x' } };
/** Where the body is not that of the method. */
const bodiesOf: Record<string, unknown> = {
  'PUT identity-issuers': { audiences: ['x'] },
  'PUT projects': { limits: {} },
};

const withoutInstance = (reply: HttpReply): string => reply.text.replace(reply.body.instance, '');

const snapshot = async (): Promise<unknown> => {
  const tables = [
    'clusters',
    'node_pools',
    'operations',
    'projects',
    'credentials',
    'events',
    'outbox',
    'api_keys',
  ];
  const counts = tables.map((table) =>
    world.testDatabase.pool.query(
      `SELECT count(*)::int AS rows, md5(string_agg(row, '' ORDER BY row)) FROM (
         SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${table} t) AS counted`,
    ),
  );
  return (await Promise.all(counts)).map(({ rows }) => rows[0]);
};

/** Every operation on one resource by its id. */
const operationsById = (): { method: HTTPMethods; path: string; resource: string }[] => {
  const { paths } = world.app.swagger() as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) => {
    const resource = /^\/v1\/([a-z-]+)\/\{id\}/.exec(path)?.[1];
    if (resource === undefined) return [];
    return Object.keys(methods).map((method) => ({
      method: method.toUpperCase() as HTTPMethods,
      path,
      resource,
    }));
  });
};

describe.each<Walls>(['both', 'filters', 'policies'])('with %s standing, another tenant', (walls) => {
  beforeAll(() => prepare(walls));
  afterAll(async () => {
    expect(world.checks.failures).toEqual([]);
    // Else the suite would not have stood on the policies alone.
    if (walls === 'policies') expect(removedFilters()).toBeGreaterThan(50);
    await world.close();
  });

  it('cannot tell what exists by any operation, and changes nothing', async () => {
    const before = await snapshot();
    const operations = operationsById();
    expect(operations.length).toBeGreaterThan(10);
    for (const { method, path, resource } of operations) {
      const id = owned[resource] ?? '';
      const random = `${id.split('_')[0]}_${neverMade}`;
      const options = { tenant: other, body: bodiesOf[`${method} ${resource}`] ?? bodies[method] };
      const foreign = await world.send(method, path.replace('{id}', id), options);
      const absent = await world.send(method, path.replace('{id}', random), options);
      expect([method, path, foreign.status]).toEqual([method, path, 404]);
      expect(withoutInstance(foreign)).toBe(withoutInstance(absent));
    }
    expect(await snapshot()).toEqual(before);
  });

  it('nor can nobody, who has no key', async () => {
    for (const { method, path, resource } of operationsById()) {
      const id = owned[resource] ?? '';
      const options = { body: bodies[method], headers: { authorization: 'Bearer bk_nobody-0123456789' } };
      const there = await world.send(method, path.replace('{id}', id), options);
      const absent = await world.send(
        method,
        path.replace('{id}', `${id.split('_')[0]}_${neverMade}`),
        options,
      );
      expect([method, path, there.status]).toEqual([method, path, 401]);
      expect(withoutInstance(there)).toBe(withoutInstance(absent));
    }
  });

  it('cannot refer to it in bodies', async () => {
    const ask = (ids: { projectId?: string; clusterId?: string; credentialId?: string }) => {
      const { projectId, clusterId, credentialId } = ids;
      if (clusterId !== undefined)
        return world.send('POST', '/v1/node-pools', {
          body: { name: 'p', clusterId, spec: { replicas: 1 } },
          tenant: other,
        });
      const spec = credentialId === undefined ? {} : { pullSecretCredentialId: credentialId };
      const body = world.clusterBody(
        'theirs',
        { ...(projectId === undefined ? {} : { projectId }), spec },
        other,
      );
      return world.send('POST', '/v1/clusters', { body, tenant: other });
    };
    const pairs = [
      [await ask({ projectId: owned['projects'] ?? '' }), await ask({ projectId: `prj_${neverMade}` })],
      [await ask({ clusterId: owned['clusters'] ?? '' }), await ask({ clusterId: `cl_${neverMade}` })],
      [
        await ask({ credentialId: owned['credentials'] ?? '' }),
        await ask({ credentialId: `cr_${neverMade}` }),
      ],
    ] as const;
    for (const [foreign, absent] of pairs) {
      expect(foreign.status).toBeGreaterThanOrEqual(400);
      expect(foreign.status).toBeLessThan(500);
      expect(withoutInstance(foreign)).toBe(withoutInstance(absent));
    }
  });

  it('sees nothing of it in lists, whatever the filter', async () => {
    const urls = [
      '/v1/clusters?name=mine',
      '/v1/clusters?label=marker=canary',
      `/v1/clusters?projectId=${owned['projects']}`,
      `/v1/node-pools?clusterId=${owned['clusters']}`,
      `/v1/operations?targetId=${owned['clusters']}`,
      `/v1/operations?clusterId=${owned['clusters']}`,
      `/v1/events?clusterId=${owned['clusters']}`,
    ];
    for (const url of urls)
      expect([url, (await world.send('GET', url, { tenant: other })).body]).toEqual([url, { items: [] }]);
    for (const url of ['/v1/projects', '/v1/credentials', '/v1/clusters', '/v1/operations', '/v1/events']) {
      const { text } = await world.send('GET', url, { tenant: other });
      for (const id of Object.values(owned)) expect(text).not.toContain(id);
      expect(text).not.toContain('canary');
    }
  });

  it('may use the same names and the same Idempotency-Key', async () => {
    const options = { idempotencyKey: 'shared-key', tenant: other };
    const theirs = await world.send('POST', '/v1/clusters', {
      body: world.clusterBody('mine', {}, other),
      ...options,
    });

    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([202, undefined]);
  });
});
