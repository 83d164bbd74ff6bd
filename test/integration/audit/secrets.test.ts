import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditedWorld, createAuditedWorld } from './audited-world.ts';

let world: AuditedWorld;
const canary = 'CANARY5c1d9e';

beforeAll(async () => {
  world = await createAuditedWorld();
});
afterAll(() => world.close());

const everything = async (): Promise<string> => {
  await world.flushAudit();
  const { rows } = await world.testDatabase.pool.query(
    "SELECT coalesce(string_agg(row_to_json(a)::text, E'\\n'), '') AS text FROM audit_records a",
  );
  return rows[0].text;
};

it('holds no secret of a request, accepted or refused', async () => {
  const pullSecret = JSON.stringify({ auths: { 'quay.io': { auth: btoa(`user:${canary}`) } } });
  const value = `${canary}${'k'.repeat(44)}`.slice(0, 44);
  const kept = await world.send('POST', '/v1/credentials', {
    body: { name: 'a', kind: 'pullSecret', value: pullSecret },
  });
  const made = await world.send('POST', '/v1/credentials', {
    body: { name: 'b', kind: 'powervsApiKey', value },
  });
  const bad = await world.send('POST', '/v1/credentials', {
    body: { name: 'c', kind: 'pullSecret', value: canary },
  });
  const replaced = await world.send('PUT', `/v1/credentials/${made.body.id}/value`, { body: { value } });
  const stale = await world.send('PUT', `/v1/credentials/${made.body.id}/value`, {
    body: { value },
    headers: { 'if-match': '"99.1"' },
  });
  const registered = await world.asFleet('POST', '/v1/fleet/management-clusters', {
    name: 'mc-canary',
    platforms: ['none'],
    capacity: 1,
    kubeconfig: canary,
  });
  const changed = await world.asFleet('PATCH', `/v1/fleet/management-clusters/${registered.body.id}`, {
    kubeconfig: canary,
  });
  const cluster = await world.send('POST', '/v1/clusters', {
    body: world.clusterBody('canary', {
      spec: { configuration: { proxy: { httpProxy: `http://user:${canary}@proxy.example.com:3128` } } },
    }),
  });
  const tenant = await world.asFleet('POST', '/v1/fleet/tenants', { name: 'canary' });
  const forged = await world.send('DELETE', '/v1/projects/prj_01jc8vr3n2e9qsyw6x5m7t4kzd', {
    headers: { authorization: `Bearer bk_${canary}_that_nobody_has` },
  });
  await world.send('GET', `/v1/clusters/${cluster.body.cluster?.id}?token=${canary}`);
  // Pasted where an id belongs.
  await world.send('DELETE', `/v1/clusters/${canary}`);
  await world.asFleet('DELETE', `/v1/clusters/${canary}`);
  const statuses = [kept, made, bad, replaced, stale, registered, changed, cluster, tenant, forged].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([201, 201, 400, 200, 412, 201, 200, 202, 201, 401]);

  const text = await everything();
  for (const { headers } of [kept, made, bad, replaced, stale, registered, changed, cluster, tenant, forged])
    expect(text).toContain(headers['request-id']);
  expect(text).toContain('http://[redacted]@proxy.example.com:3128');
  expect(text).toContain('"kubeconfig": {"set": true}');
  expect(text).not.toContain(canary);
  expect(text).not.toContain(btoa(`user:${canary}`));
  expect(text).not.toContain(tenant.body.apiKey.key);
});
