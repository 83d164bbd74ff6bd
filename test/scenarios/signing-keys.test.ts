import { createHash, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/domain/shared/json.ts';
import { FakeCloud } from '../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../src/providers/infrastructure/fake/fake-provider.ts';
import { type IssuerStore, IssuerStoreError } from '../../src/providers/issuer-store/contract.ts';
import {
  createFakeManagementCluster,
  type FakeManagementCluster,
} from '../../src/providers/management-cluster/fake.ts';
import { startFakeOperator } from '../harness/fake-operator.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../harness/test-world.ts';

// The life of a cluster's own signing key: published before anything trusts it, replaced, retired, taken away.

let world: TestWorld;
let tenant: TestTenant;
let fake: FakeManagementCluster;
let operator: { stop(): Promise<void> };
let worker: { stop(): Promise<void> };
const cloud = new FakeCloud(() => Date.now());
const provider = createFakeProvider('aws', cloud);
const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c';
const { signal } = new AbortController();

const documents = new Map<string, JsonObject>();
let isStoreAway = false;
let firstCallAt: number | undefined;
const answer = (): void => {
  if (isStoreAway) throw new IssuerStoreError('NoAnswer', 'The store does not answer.');
};
const issuerStore: IssuerStore = {
  publish: async (path, body) => {
    answer();
    documents.set(path, body);
  },
  remove: async (path) => {
    answer();
    documents.delete(path);
  },
  list: async (prefix) => [...documents.keys()].filter((path) => path.startsWith(prefix)),
};

beforeAll(async () => {
  world = await createTestWorld({
    instance: 'test',
    issuerUrl: 'https://oidc.test.example',
    visibilitySeconds: 0,
    signingKeyBits: 2048,
    signingKeyGraceSeconds: 3600,
    issuerStore,
    providerOf: (platform) => (platform === 'aws' ? provider : undefined),
  });
  tenant = await world.createTenant('acme');
  await world.registerManagementCluster('mc-one');
  await world.testDatabase.pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, 'account', 'awsRole', '{}')`,
    [tenant.id, credentialId],
  );
  cloud.knobs.onCall = ({ action, phase }) => {
    if (phase === 'before' && action.startsWith('create')) firstCallAt ??= documents.size;
  };
  cloud.add({
    id: 'Z0123456789ABCDEFGHIJ',
    type: 'publicZone',
    name: 'example.org',
    account: credentialId,
    region: 'eu-west-1',
    tags: {},
    step: '',
    infraId: '',
    input: {},
    needs: [],
  });
  fake = createFakeManagementCluster();
  operator = startFakeOperator(fake);
  worker = world.startTestWorker(() => fake);
});
afterAll(async () => {
  await worker?.stop();
  await operator?.stop();
  await world?.close();
});

const ended = (id: string) => world.services.operations.waitForOperation(tenant.context, id, 30, signal);

/** Makes everything of a cluster due at once that waits for its time. */
const hurry = (id: string, change = '') =>
  world.testDatabase.pool.query(
    `WITH due AS (
       UPDATE clusters SET ${change} infrastructure_state = jsonb_set(infrastructure_state, '{nextPassAt}', to_jsonb(now())),
         next_attempt_at = now(), wakes = wakes + 1
       WHERE id = $1 RETURNING tenant_id, id
     ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', tenant_id, id FROM due`,
    [id],
  );

const kidOf = (pem: string): string =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('base64url');

/** What the management cluster holds: ids of the key that signs, and of those before it. */
const keysInUse = (): { readonly signs?: string; readonly old: readonly string[] } => {
  const secret = fake.operator
    .objects()
    .find(({ metadata }) => metadata.name === 'payments-sa-token-issuer-key');
  const text = (member: string) =>
    Buffer.from(String(secret?.data?.[member] ?? ''), 'base64').toString('utf8');
  if (secret === undefined) return { old: [] };
  const old = text('old-key.pub').match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  expect(text('key')).toMatch(/^-----BEGIN RSA PRIVATE KEY-----/);
  return { signs: kidOf(text('key')), old: old.map(kidOf) };
};

const publishedKeys = (infraId: string): readonly string[] =>
  ((documents.get(`${infraId}/openid/v1/jwks`)?.['keys'] ?? []) as readonly { kid: string }[]).map(
    ({ kid }) => kid,
  );

const rotate = (id: string) => world.services.clusters.rotateSigningKey(tenant.context, id, undefined);

describe('the signing key of a cluster', () => {
  let id: string;
  let infraId: string;
  let first: string;
  let second: string;

  it('is published before a cloud is told to trust it, and signs from the beginning', async () => {
    const { resource, operation } = await world.services.clusters.createCluster(tenant.context, {
      name: 'payments',
      labels: {},
      spec: {
        version: '4.20.3',
        platform: {
          type: 'aws',
          aws: {
            region: 'eu-west-1',
            credentialId,
            infrastructure: { mode: 'managed', zones: ['eu-west-1a'], natGateways: 'single' },
          },
        },
        dns: { baseDomain: 'example.org', domainPrefix: 'payments' },
        pullSecretCredentialId: tenant.pullSecretId,
      },
      nodePools: [{ name: 'workers', replicas: 1 }],
    });
    ({ id, infraId } = resource);
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    const { signs = '', old } = keysInUse();
    first = signs;

    expect([firstCallAt, old, publishedKeys(infraId)]).toEqual([2, [], [first]]);
    expect(documents.get(`${infraId}/.well-known/openid-configuration`)).toMatchObject({
      issuer: `https://oidc.test.example/${infraId}`,
    });
    const hostedCluster = fake.operator.objects().find(({ kind }) => kind === 'HostedCluster');
    expect(hostedCluster?.spec).toMatchObject({
      issuerURL: `https://oidc.test.example/${infraId}`,
      serviceAccountSigningKey: { name: 'payments-sa-token-issuer-key' },
    });
  });

  it('is not replaced by one that could not be published', async () => {
    isStoreAway = true;
    const { operation } = await rotate(id);
    await eventually('the refusal', async () => {
      const { status } = await world.services.clusters.getCluster(tenant.context, id);
      return status.waitingOn?.reason === 'CloudUnavailable';
    });
    expect([keysInUse(), publishedKeys(infraId)]).toEqual([{ signs: first, old: [] }, [first]]);

    isStoreAway = false;
    await hurry(id);
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    const { signs = '', old } = keysInUse();
    second = signs;
    expect(second).not.toBe(first);
    expect([old, publishedKeys(infraId)]).toEqual([[first], [second, first]]);
  });

  it('that was replaced twice keeps both before it, until their time is over', async () => {
    const { operation, resource } = await rotate(id);
    expect([operation.type, operation.generation]).toEqual(['cluster.update', resource.generation]);
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    const { signs: third = '', old } = keysInUse();
    expect([old, publishedKeys(infraId)]).toEqual([
      [second, first],
      [third, second, first],
    ]);

    await hurry(id, `issuer = jsonb_set(issuer, '{retireAt}', to_jsonb(now() - interval '1 second')),`);
    await eventually(
      'the retirement',
      async () => publishedKeys(infraId).length === 1 && keysInUse().old.length === 0,
    );
    expect([keysInUse(), publishedKeys(infraId)]).toEqual([{ signs: third, old: [] }, [third]]);
  });

  it('is published again when somebody has removed it', async () => {
    const before = new Map(documents);
    documents.clear();
    await hurry(id);

    await eventually('the documents', async () => documents.size === 2);
    expect(documents).toEqual(before);
  });

  it('goes with its documents when the cluster has gone', async () => {
    const deletion = await world.services.clusters.deleteCluster(tenant.context, id, undefined);
    expect(await ended(deletion.operation.id)).toMatchObject({ state: 'succeeded' });

    expect([...documents.keys()]).toEqual([]);
    expect(fake.operator.objects()).toEqual([]);
  });

  it('is not Berth’s to replace where the user brought the infrastructure', async () => {
    const { resource } = await world.services.clusters.createCluster(tenant.context, {
      name: 'brought',
      labels: {},
      spec: {
        version: '4.20.3',
        platform: { type: 'kubevirt', kubevirt: {} },
        dns: { baseDomain: 'example.com' },
        pullSecretCredentialId: tenant.pullSecretId,
      },
      nodePools: [],
    });

    await expect(rotate(resource.id)).rejects.toMatchObject({ code: 'admission-refused' });
    const stranger = await world.createTenant('globex');
    await expect(
      world.services.clusters.rotateSigningKey(stranger.context, resource.id, undefined),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});
