import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RequestContext } from '../../../src/services/request-context.ts';
import { createTestWorld, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const withKey = (key: string, hash: Buffer): RequestContext => ({
  ...world.operator,
  idempotency: { key, route: 'POST /v1/fleet/tenants', requestHash: hash },
});

it('gives the first answer again, key included, and stores the key only sealed', async () => {
  const context = withKey('once', randomBytes(32));
  const first = await world.services.fleet.createTenant(context, { name: 'globex' });
  const again = await world.services.fleet.createTenant(context, { name: 'globex' });
  expect(first.replayed).toBe(false);
  expect(again).toEqual({ resource: first.resource, replayed: true });
  const principal = await world.services.identity.authenticateKey(first.resource.apiKey.key ?? '');
  expect(principal).toMatchObject({ tenantId: first.resource.tenant.id, grants: [{ role: 'admin' }] });
  const { rows } = await world.testDatabase.pool.query(
    "SELECT response::text AS text FROM idempotency_keys WHERE key = 'once'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].text).not.toContain(first.resource.apiKey.key);
});

it('refuses the same key for another request', async () => {
  await world.services.fleet.createTenant(withKey('twice', Buffer.alloc(32, 1)), { name: 'initech' });
  const other = world.services.fleet.createTenant(withKey('twice', Buffer.alloc(32, 2)), {
    name: 'umbrella',
  });
  await expect(other).rejects.toMatchObject({ code: 'idempotency-key-reused' });
});

it('leaves an audit record of every change of the fleet, without a kubeconfig in it', async () => {
  const { resource } = await world.services.fleet.registerManagementCluster(world.operator, {
    name: 'mc-audited',
    labels: {},
    platforms: ['none'],
    capacity: 1,
    kubeconfig: 'CANARY-KUBECONFIG',
  });
  await world.services.fleet.updateManagementCluster(
    world.operator,
    resource.id,
    { cordoned: true, kubeconfig: 'CANARY-2' },
    '*',
  );
  await world.services.fleet.deleteManagementCluster(world.operator, resource.id, '*');
  const { rows } = await world.testDatabase.pool.query(
    'SELECT action, change FROM audit_records WHERE target_id = $1 ORDER BY created_at, id',
    [resource.id],
  );
  expect(rows.map((row) => row.action)).toEqual([
    'fleet.managementClusters.create',
    'fleet.managementClusters.update',
    'fleet.managementClusters.delete',
  ]);
  expect(rows[1].change.after).toEqual({ cordoned: true, kubeconfig: { set: true } });
  expect(JSON.stringify(rows)).not.toContain('CANARY');
});
