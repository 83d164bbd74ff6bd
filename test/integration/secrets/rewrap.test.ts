import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveRewrapped } from '../../../src/db/repositories/envelopes.ts';
import type { SealContext } from '../../../src/domain/credential/sealed.ts';
import { ensureInstallationSecrets } from '../../../src/installation-secrets.ts';
import { createEnvelopeSealer } from '../../../src/providers/kms/envelope-sealer.ts';
import { createKeyRing } from '../../../src/providers/kms/key-ring.ts';
import { createLocalKms } from '../../../src/providers/kms/local-kms.ts';
import { createLazyRewrap, rewrapSecrets } from '../../../src/services/rewrap-secrets.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../../harness/test-world.ts';

const fingerprintKey = Buffer.alloc(32, 1);
const oldKey = createLocalKms(Buffer.alloc(32, 2));
const newKey = createLocalKms(Buffer.alloc(32, 3));
const oldSealer = createEnvelopeSealer({ kms: oldKey, fingerprintKey });
const ring = createEnvelopeSealer({ kms: createKeyRing(newKey, [oldKey]), fingerprintKey });
const newSealer = createEnvelopeSealer({ kms: newKey, fingerprintKey });

let world: TestWorld;
let tenant: TestTenant;
beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  await world.registerManagementCluster('mc');
  await world.services.clusters.createCluster(tenant.context, {
    name: 'one',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: 'example.com' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
});
afterAll(() => world.close());

const query = async (text: string, values: unknown[] = []) =>
  (await world.testDatabase.pool.query(text, values)).rows;

/** One envelope in each place, under the old key. */
const sealEverywhere = async (): Promise<ReadonlyMap<string, SealContext>> => {
  const [{ id: clusterId }] = await query('SELECT id FROM clusters');
  const [{ id: managementId }] = await query('SELECT id FROM management_clusters');
  const seal = async (context: SealContext) =>
    JSON.stringify(await oldSealer.seal(context, `of ${context.kind}`));
  const credential = { tenantId: tenant.id, kind: 'pullSecret', id: tenant.pullSecretId };
  const secrets = { tenantId: tenant.id, kind: 'cluster-secrets', id: clusterId };
  const management = { tenantId: '', kind: 'management-cluster', id: managementId };
  const service = { tenantId: '', kind: 'service-key', id: 'try' };
  const grant = { tenantId: tenant.id, kind: 'kubeconfig', id: 'acg_1' };
  const key = { tenantId: tenant.id, kind: 'api-key', id: 'key_1' };
  await query('UPDATE credentials SET sealed = $1 WHERE id = $2', [await seal(credential), credential.id]);
  await query('UPDATE clusters SET sealed_secrets = $1', [await seal(secrets)]);
  await query(`UPDATE management_clusters SET kubeconfig = $1::jsonb || '{"fingerprint":"ab"}'`, [
    await seal(management),
  ]);
  await query(
    `INSERT INTO service_keys (name, sealed, public_key) VALUES ('try', $1, '{}')
    ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed`,
    [await seal(service)],
  );
  await query('DELETE FROM access_grants');
  await query(
    `INSERT INTO access_grants (tenant_id, id, cluster_id, actor, ttl_seconds, sealed) VALUES ($1, $2, $3, 'a', 60, $4)`,
    [tenant.id, grant.id, clusterId, await seal(grant)],
  );
  await query('DELETE FROM idempotency_keys');
  const response = { apiKey: { id: key.id, tenantId: tenant.id }, sealedKey: JSON.parse(await seal(key)) };
  await query(
    `INSERT INTO idempotency_keys (tenant_id, route, key, request_hash, response) VALUES ($1, 'r', 'k', '', $2)`,
    [tenant.id, JSON.stringify(response)],
  );
  return new Map<string, SealContext>([
    ['SELECT sealed AS e FROM credentials', credential],
    ['SELECT sealed_secrets AS e FROM clusters', secrets],
    ['SELECT kubeconfig AS e FROM management_clusters', management],
    [`SELECT sealed AS e FROM service_keys WHERE name = 'try'`, service],
    ['SELECT sealed AS e FROM access_grants', grant],
    [`SELECT response->'sealedKey' AS e FROM idempotency_keys`, key],
  ]);
};

it('wraps every place anew, after which the new key alone opens all', async () => {
  const places = await sealEverywhere();
  const report = await rewrapSecrets(world.database, ring);
  expect(report).toMatchObject({ rewrapped: 6, failed: [] });
  expect(report.use.map(({ table, keyId, count }) => [table, keyId === newKey.keyId, count])).toEqual([
    ['access_grants', true, 1],
    ['clusters', true, 1],
    ['credentials', true, 1],
    ['idempotency_keys', true, 1],
    ['management_clusters', true, 1],
    ['service_keys', true, 1],
  ]);
  for (const [text, context] of places) {
    const [{ e }] = await query(text);
    expect(await newSealer.open(context, e)).toBe(`of ${context.kind}`);
  }
  expect((await query('SELECT kubeconfig FROM management_clusters'))[0].kubeconfig.fingerprint).toBe('ab');
  expect(await rewrapSecrets(world.database, ring)).toMatchObject({ rewrapped: 0 });
});

it('tells what it could not open, leaves it, and counts the key as needed', async () => {
  await sealEverywhere();
  await query(`UPDATE credentials SET sealed = sealed || '{"keyId":"local-gone"}'`);
  const report = await rewrapSecrets(world.database, ring);
  expect(report).toMatchObject({ rewrapped: 5, failed: [{ context: { id: tenant.pullSecretId } }] });
  expect(report.use).toContainEqual({ table: 'credentials', keyId: 'local-gone', count: 1 });
});

it('wraps anew what was opened under the old key', async () => {
  await sealEverywhere();
  const lazy = createLazyRewrap(world.database, pino({ level: 'silent' }), () => ring);
  const reader = createEnvelopeSealer({
    kms: createKeyRing(newKey, [oldKey]),
    fingerprintKey,
    onOldKey: lazy,
  });
  const [row] = await query('SELECT sealed FROM credentials');
  const context = { tenantId: tenant.id, kind: 'pullSecret', id: tenant.pullSecretId };
  expect(await reader.open(context, row.sealed)).toBe('of pullSecret');
  await eventually('the new wrapping', async () => {
    const [{ sealed }] = await query('SELECT sealed FROM credentials');
    return sealed.keyId === newKey.keyId && (await newSealer.open(context, sealed)) === 'of pullSecret';
  });
  const [{ e: untouched }] = await query('SELECT sealed_secrets AS e FROM clusters');
  expect(untouched.keyId).toBe(oldKey.keyId);
});

it('never puts an older secret over one that came meanwhile', async () => {
  await sealEverywhere();
  const context = { tenantId: tenant.id, kind: 'pullSecret', id: tenant.pullSecretId };
  const [{ sealed }] = await query('SELECT sealed FROM credentials');
  const renewed = await ring.rewrap(context, sealed);
  await query('UPDATE credentials SET sealed = $1', [JSON.stringify(await ring.seal(context, 'newer'))]);
  expect(await saveRewrapped(world.database.system(), { context, sealed }, renewed ?? sealed)).toBe(false);
  const [{ sealed: kept }] = await query('SELECT sealed FROM credentials');
  expect(await ring.open(context, kept)).toBe('newer');
});

it('shares secrets of the installation, which outlive a rotation, and refuses a key that is not the one', async () => {
  const sql = world.database.system();
  const seed = Buffer.alloc(32, 2);
  const first = await ensureInstallationSecrets(sql, oldKey, seed);
  expect(await ensureInstallationSecrets(sql, createKeyRing(newKey, [oldKey]), Buffer.alloc(32, 3))).toEqual(
    first,
  );
  await rewrapSecrets(world.database, ring);
  expect(await ensureInstallationSecrets(sql, newKey, undefined)).toEqual(first);
  await expect(ensureInstallationSecrets(sql, oldKey, seed)).rejects.toThrow('BERTH_ENCRYPTION_KEYS_OLD');
});
