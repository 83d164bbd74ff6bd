import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFleetKey } from '../../../src/bootstrap.ts';
import { saveIssuerDocument } from '../../../src/db/repositories/issuer-documents.ts';
import { createHttpWorld, type HttpReply, type HttpWorld } from '../../harness/http-world.ts';
import { newId } from '../../harness/test-world.ts';

// Each operation once and well, over real services and PostgreSQL; every reply is held to the document.
let world: HttpWorld;
const fleetKey = 'bk_fleet_key_of_the_integration_tests';

beforeAll(async () => {
  world = await createHttpWorld();
  await ensureFleetKey(world.database, newId, fleetKey);
});

afterAll(async () => {
  expect(world.checks.failures).toEqual([]);
  await world.close();
});

const asFleet = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<HttpReply> => world.send(method, url, { body, headers: { authorization: `Bearer ${fleetKey}` } });

const nextOf = (reply: HttpReply): string | undefined => /<([^>]+)>/.exec(reply.headers['link'] ?? '')?.[1];

const ids = (reply: HttpReply): string[] => reply.body.items.map(({ id }: { id: string }) => id);

describe('over real services', () => {
  it('projects are made, found, changed, listed and deleted', async () => {
    const made = await world.send('POST', '/v1/projects', { body: { name: 'payments', labels: { a: 'b' } } });
    const url = `/v1/projects/${made.body.id}`;
    const read = await world.send('GET', url);
    const changed = await world.send('PATCH', url, {
      body: { labels: { a: null, c: 'd' } },
      headers: { 'if-match': read.headers['etag'] ?? '' },
    });
    const stale = await world.send('PATCH', url, { body: { labels: {} }, headers: { 'if-match': '"1.1"' } });

    expect([made.status, read.status, changed.status, stale.status]).toEqual([201, 200, 200, 412]);
    expect(read.body).toEqual(made.body);
    expect([changed.body.labels, changed.headers['etag']]).toEqual([{ c: 'd' }, '"2.2"']);
    expect(ids(await world.send('GET', '/v1/projects'))).toContain(made.body.id);
    expect((await world.send('DELETE', url)).status).toBe(204);
    expect((await world.send('GET', url)).status).toBe(404);
  });

  it('credentials are stored, found, listed and deleted, and their values stay inside', async () => {
    const auth = Buffer.from('user:hunter2').toString('base64');
    const value = JSON.stringify({ auths: { 'quay.io': { auth } } });
    const made = await world.send('POST', '/v1/credentials', {
      body: { name: 'quay', kind: 'pullSecret', value },
    });
    const url = `/v1/credentials/${made.body.id}`;
    const read = await world.send('GET', url);
    const list = await world.send('GET', '/v1/credentials');

    expect([made.status, read.status, list.status]).toEqual([201, 200, 200]);
    expect(read.body.value).toEqual({
      set: true,
      fingerprint: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(made.text + read.text + list.text).not.toContain(auth);
    expect((await world.send('DELETE', url)).status).toBe(204);
  });

  it('credentials open accounts by trust, are set up, and belong to accounts', async () => {
    const account = '123456789012';
    const made = await world.send('POST', '/v1/credentials', {
      body: { name: 'cloud', kind: 'awsRole', settings: { roleArn: `arn:aws:iam::${account}:role/berth` } },
    });
    const url = `/v1/credentials/${made.body.id}`;
    const setup = await world.send('GET', `${url}/setup?format=cloudformation`);
    const accountUrl = `/v1/fleet/cloud-accounts/aws/${account}`;
    const allowed = await asFleet('PUT', accountUrl, { allowedTenantIds: [world.tenant.id] });

    expect([made.status, setup.status, allowed.status]).toEqual([201, 200, 200]);
    expect(setup.body.text).toContain(made.body.settings.externalId);
    expect((await asFleet('GET', accountUrl)).body).toEqual(allowed.body);
    expect(allowed.body).toMatchObject({ tenantId: world.tenant.id, allowedTenantIds: [world.tenant.id] });
    const secret = await world.send('POST', '/v1/credentials', {
      body: { name: 'key', kind: 'powervsApiKey', value: 'k'.repeat(44) },
    });
    const changed = await world.send('PUT', `/v1/credentials/${secret.body.id}/value`, {
      body: { value: 'n'.repeat(44) },
    });
    expect([changed.status, changed.body.generation]).toEqual([200, 2]);
  });

  it('documents of issuers are public', async () => {
    for (const path of ['.well-known/openid-configuration', 'openid/v1/jwks']) {
      await saveIssuerDocument(world.database.system(), `b4xk2m7q5w3rt/${path}`, { keys: [] });
      const reply = await world.send('GET', `/oidc/b4xk2m7q5w3rt/${path}`, {
        headers: { authorization: '' },
      });
      expect([reply.status, reply.body]).toEqual([200, { keys: [] }]);
    }
  });

  it('clusters and node pools are made, found, changed, listed and deleted', async () => {
    const made = await world.send('POST', '/v1/clusters', {
      body: world.clusterBody('shop', { labels: { env: 'prod' } }),
    });
    const { cluster, operation } = made.body;
    const url = `/v1/clusters/${cluster.id}`;

    expect(made.status).toBe(202);
    expect((await world.send('GET', url)).body).toEqual(cluster);
    expect((await world.send('GET', `${url}/resources`)).body).toEqual({ items: [] });
    expect(
      (await world.send('GET', url, { headers: { 'if-none-match': made.headers['etag'] ?? '' } })).status,
    ).toBe(304);
    expect((await world.send('HEAD', url)).status).toBe(200);
    expect(ids(await world.send('GET', '/v1/clusters?label=env=prod&name=shop&phase=queued'))).toEqual([
      cluster.id,
    ]);
    expect((await world.send('GET', `/v1/operations/${operation.id}`)).body).toEqual(operation);
    expect(ids(await world.send('GET', `/v1/operations?targetId=${cluster.id}`))).toEqual([operation.id]);
    expect((await world.send('GET', `${url}/kubeconfig`)).body.code).toBe('not-ready');

    const changed = await world.send('PATCH', url, {
      body: { spec: { controlPlane: { availability: 'single' } } },
    });
    expect([changed.status, changed.body.code ?? changed.body.cluster?.generation]).toEqual([
      422,
      'admission-refused',
    ]);
    const labelled = await world.send('PATCH', url, { body: { labels: { env: null, tier: 'gold' } } });
    expect([labelled.status, labelled.body.cluster.labels]).toEqual([202, { tier: 'gold' }]);

    const body = { name: 'extra', clusterId: cluster.id, spec: { replicas: 2 } };
    const pool = await world.send('POST', '/v1/node-pools', { body });
    const poolUrl = `/v1/node-pools/${pool.body.nodePool.id}`;
    expect(pool.status).toBe(202);
    expect((await world.send('GET', poolUrl)).body).toEqual(pool.body.nodePool);
    expect((await world.send('PATCH', poolUrl, { body: { spec: { replicas: 3 } } })).status).toBe(202);
    expect(ids(await world.send('GET', `/v1/node-pools?clusterId=${cluster.id}`))).toHaveLength(2);
    expect((await world.send('DELETE', poolUrl)).status).toBe(202);

    const deleted = await world.send('DELETE', url);
    const again = await world.send('DELETE', url);
    expect([deleted.status, again.status]).toEqual([202, 202]);
    expect(again.body.operation.id).toBe(deleted.body.operation.id);
    expect((await world.send('PATCH', url, { body: { labels: {} } })).body.code).toBe('resource-deleting');
  });

  it('everybody reads who they are, the catalogue, the events and the document', async () => {
    const fleet = await asFleet('GET', '/v1/me');

    expect((await world.send('GET', '/v1/me')).body).toMatchObject({
      tenantId: world.tenant.id,
      grants: [{ role: 'admin' }],
    });
    expect(fleet.body).toMatchObject({ grants: [{ role: 'fleet-operator' }] });
    const check = await world.send('POST', '/v1/permissions:check', { body: { permission: 'fleet.write' } });
    expect(check.body).toEqual({ permission: 'fleet.write', allowed: false });
    expect((await world.send('GET', '/v1/versions')).body.items.length).toBeGreaterThan(3);
    expect((await world.send('GET', '/v1/platforms')).status).toBe(200);
    expect((await world.send('GET', '/v1/events')).status).toBe(200);
    for (const url of ['/openapi.json', '/docs', '/docs/errors', '/docs/errors/internal'])
      expect([url, (await world.send('GET', url, { headers: { accept: '*/*' } })).status]).toEqual([
        url,
        200,
      ]);
  });

  it('the fleet operator makes tenants, writes the catalogue and registers management clusters', async () => {
    const tenant = await asFleet('POST', '/v1/fleet/tenants', { name: 'initech' });
    const mc = await asFleet('POST', '/v1/fleet/management-clusters', {
      name: 'mc-eu-1',
      platforms: ['kubevirt'],
      capacity: 5,
      kubeconfig: 'apiVersion: v1\nkind: Config\n',
    });
    const url = `/v1/fleet/management-clusters/${mc.body.id}`;

    expect([tenant.status, mc.status]).toEqual([201, 201]);
    expect((await asFleet('GET', `/v1/fleet/tenants/${tenant.body.tenant.id}`)).body).toEqual(
      tenant.body.tenant,
    );
    expect((await asFleet('GET', '/v1/fleet/tenants')).body.items).toContainEqual(tenant.body.tenant);
    expect((await asFleet('GET', url)).body).toEqual(mc.body);
    expect((await asFleet('PATCH', url, { cordoned: true })).body).toMatchObject({
      cordoned: true,
      generation: 2,
    });
    expect(ids(await asFleet('GET', '/v1/fleet/management-clusters'))).toContain(mc.body.id);
    expect((await asFleet('DELETE', url)).status).toBe(204);
    const release = { image: 'quay.io/ocp/release:4.20.9', channels: ['stable-4.20'], enabled: false };
    expect((await asFleet('PUT', '/v1/fleet/versions/4.20.9', release)).status).toBe(200);
    const versions = (await asFleet('GET', '/v1/versions')).body.items;
    expect(versions).toContainEqual({ version: '4.20.9', ...release });
  });

  it('the fleet operator has leaks looked for, reads what was found, and has it removed', async () => {
    const scan = await asFleet('POST', '/v1/fleet/leaks:scan', {});
    const dryRun = await asFleet('POST', '/v1/fleet/leaks:clean', {});
    const cleaning = await asFleet('POST', '/v1/fleet/leaks:clean', { dryRun: false });

    expect([scan.status, dryRun.status, cleaning.status]).toEqual([202, 200, 202]);
    expect(dryRun.body).toEqual({ state: 'planned', removals: [], passedOver: [] });
    expect((await asFleet('GET', `/v1/fleet/leak-cleanings/${cleaning.body.id}`)).body).toEqual(
      cleaning.body,
    );
    const report = await asFleet('GET', '/v1/fleet/leaks');
    expect([report.body.items, report.body.summary.counts]).toEqual([[], []]);
    expect((await asFleet('GET', '/v1/fleet/leak-scans')).body).toEqual({ items: [] });
  });

  it('keys are made, found, replaced and revoked', async () => {
    const made = await world.send('POST', '/v1/api-keys', { body: { role: 'viewer' } });
    const url = `/v1/api-keys/${made.body.id}`;
    expect((await world.send('GET', url)).body).toMatchObject({
      role: 'viewer',
      prefix: expect.stringMatching(/^bk_/),
    });
    expect((await world.send('POST', `${url}/rotate`)).status).toBe(201);
    expect(ids(await world.send('GET', '/v1/api-keys'))).toContain(made.body.id);
    expect((await world.send('DELETE', url)).status).toBe(204);

    const board = await asFleet('POST', '/v1/fleet/api-keys', { role: 'fleet-viewer' });
    expect((await asFleet('GET', `/v1/fleet/api-keys/${board.body.id}`)).status).toBe(200);
    expect(ids(await asFleet('GET', '/v1/fleet/api-keys'))).toContain(board.body.id);
    expect((await asFleet('DELETE', `/v1/fleet/api-keys/${board.body.id}`)).status).toBe(204);
  });

  it('issuers and role bindings are made, found, changed, listed and taken away', async () => {
    const body = { name: 'corporate', issuer: 'https://login.example.com', audiences: ['berth'] };
    const issuer = await world.send('POST', '/v1/identity-issuers', { body });
    const url = `/v1/identity-issuers/${issuer.body.id}`;
    const subject = { kind: 'group', issuerId: issuer.body.id, name: 'ops' };
    const binding = await world.send('POST', '/v1/role-bindings', { body: { subject, role: 'viewer' } });
    const bindingUrl = `/v1/role-bindings/${binding.body.id}`;

    expect((await world.send('GET', url)).body).toEqual(issuer.body);
    expect((await world.send('PUT', url, { body: { audiences: ['other'] } })).body.audiences).toEqual([
      'other',
    ]);
    expect(ids(await world.send('GET', '/v1/identity-issuers'))).toEqual([issuer.body.id]);
    expect((await world.send('GET', bindingUrl)).body).toEqual(binding.body);
    expect(ids(await world.send('GET', '/v1/role-bindings'))).toEqual([binding.body.id]);
    expect((await world.send('DELETE', bindingUrl)).status).toBe(204);
    expect((await world.send('DELETE', url)).status).toBe(204);
  });

  it('administrators and the fleet operator read and export the audit trail', async () => {
    const list = await world.send('GET', '/v1/audit-records?outcome=accepted&limit=1');
    const next = await world.send('GET', `/v1/audit-records?${new URL(String(nextOf(list))).searchParams}`);
    const fleet = await asFleet('GET', `/v1/fleet/audit-records?tenantId=${world.tenant.id}&limit=1`);
    const lines = await world.send('GET', '/v1/audit-records:export');
    const fleetLines = await asFleet('GET', '/v1/fleet/audit-records:export?afterNumber=1');

    expect([list.status, next.status, fleet.status]).toEqual([200, 200, 200]);
    expect(ids(next)).not.toEqual(ids(list));
    expect([lines.status, fleetLines.status]).toEqual([200, 200]);
    expect(lines.headers['content-type']).toBe('application/x-ndjson');
  });

  it('limits are set and read, of the tenant by the operator and of a project by its admin', async () => {
    const { items } = (await world.send('GET', '/v1/projects')).body;
    const [ofTenant, ofProject] = [
      `/v1/fleet/tenants/${world.tenant.id}/quotas`,
      `/v1/projects/${items[0].id}/quotas`,
    ];
    const set = await asFleet('PUT', ofTenant, { limits: { clusters: 50, apiKeys: 5 } });
    const inProject = await world.send('PUT', ofProject, { body: { limits: { nodes: 20 } } });

    expect([set.status, inProject.status]).toEqual([200, 200]);
    expect(set.body.dimensions[0]).toMatchObject({ dimension: 'clusters', limit: 50 });
    expect((await asFleet('GET', ofTenant)).body).toEqual(set.body);
    expect((await world.send('GET', '/v1/quotas')).body).toEqual(set.body);
    expect((await world.send('GET', ofProject)).body).toEqual(inProject.body);
    expect((await world.send('GET', `/v1/usage?projectId=${items[0].id}`)).body).toEqual(inProject.body);
  });

  it('nothing was left out', () => {
    const { paths } = world.app.swagger() as { paths: Record<string, object> };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const done = [...world.checks.seen]
      .filter((one) => / 2\d\d$/.test(one))
      .map((one) => one.replace(/ \d+$/, ''));

    // What needs a worker, or infrastructure that Berth makes, is asked for where there are some.
    expect(operations.filter((one) => !done.includes(one)).sort()).toEqual([
      'GET /v1/clusters/{id}/kubeconfig',
      'POST /v1/clusters/{id}/rotate-signing-key',
      'POST /v1/credentials/{id}/verify',
    ]);
  });
});
