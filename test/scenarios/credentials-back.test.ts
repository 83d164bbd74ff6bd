import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CloudError } from '../../src/providers/infrastructure/contract.ts';
import { FakeCloud } from '../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../src/providers/infrastructure/fake/fake-provider.ts';
import {
  createFakeManagementCluster,
  type FakeManagementCluster,
} from '../../src/providers/management-cluster/fake.ts';
import { startFakeOperator } from '../harness/fake-operator.ts';
import { createTestWorld, eventually, type TestTenant, type TestWorld } from '../harness/test-world.ts';

let world: TestWorld;
let tenant: TestTenant;
let fake: FakeManagementCluster;
let operator: { stop(): Promise<void> };
let worker: { stop(): Promise<void> };
const cloud = new FakeCloud(() => Date.now());
const provider = createFakeProvider('aws', cloud);
const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c';
const { signal } = new AbortController();

beforeAll(async () => {
  world = await createTestWorld({
    instance: 'test',
    issuerUrl: 'https://oidc.test.example',
    visibilitySeconds: 0,
    providerOf: (platform) => (platform === 'aws' ? provider : undefined),
  });
  tenant = await world.createTenant('acme');
  await world.registerManagementCluster('mc-one');
  await world.testDatabase.pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, 'account', 'awsRole', '{"roleArn":"arn:aws:iam::123456789012:role/berth","externalId":"x"}')`,
    [tenant.id, credentialId],
  );
  cloud.knobs.hasEverythingLookedUp = true;
  fake = createFakeManagementCluster();
  operator = startFakeOperator(fake);
  worker = world.startTestWorker(() => fake);
});
afterAll(async () => {
  await worker?.stop();
  await operator?.stop();
  await world?.close();
});

const revoke = (): void => {
  cloud.knobs.onCall = ({ action, phase }) => {
    if (phase === 'before' && action.includes('subnet'))
      throw new CloudError('credentials', 'AccessDenied', 'the role cannot be assumed');
  };
};
beforeEach(() => {
  cloud.knobs.onCall = () => undefined;
});

const create = (name: string, zones: readonly string[] = ['eu-west-1a']) =>
  world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: {
        type: 'aws',
        aws: {
          region: 'eu-west-1',
          credentialId,
          infrastructure: { mode: 'managed', zones: [...zones], natGateways: 'single' },
        },
      },
      dns: { baseDomain: 'example.org', domainPrefix: name },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
const ended = (id: string) => world.services.operations.waitForOperation(tenant.context, id, 30, signal);
const verify = () => world.services.credentials.verifyCredential(tenant.context, credentialId, signal);

/** Refused, and told to wait for longer than any test does. */
const refusedFor = (id: string, phase: string) =>
  eventually('a refusal', async () => {
    const { rowCount } = await world.testDatabase.pool.query(
      `UPDATE clusters SET next_attempt_at = now() + interval '1 hour', infrastructure_state =
         jsonb_set(infrastructure_state, '{nextPassAt}', to_jsonb(now() + interval '1 hour'))
       WHERE id = $1 AND infrastructure_state->>'phase' = $2 AND jsonb_array_length(infrastructure_state->'failures') > 0
         AND next_attempt_at > now() AND NOT EXISTS (SELECT 1 FROM leases WHERE resource = 'cluster:' || $1 AND expires_at > now())`,
      [id, phase],
    );
    return rowCount === 1;
  });

describe('a credential that was refused and is good again', () => {
  it('lets a cluster be made, although Berth never saw the credential itself as bad', async () => {
    expect((await verify()).status.state).toBe('valid');
    revoke();
    const { resource, operation } = await create('back');
    await refusedFor(resource.id, 'creating');
    cloud.knobs.onCall = () => undefined;

    expect((await verify()).status.state).toBe('valid');
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
  });

  it('lets a cluster go that was being deleted', async () => {
    const { resource, operation } = await create('leaving');
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    revoke();
    const { operation: deletion } = await world.services.clusters.deleteCluster(
      tenant.context,
      resource.id,
      undefined,
    );
    await refusedFor(resource.id, 'destroying');
    cloud.knobs.onCall = () => undefined;

    await verify();
    expect(await ended(deletion.id)).toMatchObject({ state: 'succeeded' });
  });

  it('lets the pool be made that waited for the subnet of its zone', async () => {
    const { resource, operation } = await create('growing');
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    revoke();
    await world.services.clusters.updateCluster(tenant.context, resource.id, {
      patch: { spec: { platform: { aws: { infrastructure: { zones: ['eu-west-1a', 'eu-west-1b'] } } } } },
      ifMatch: undefined,
      validate: () => [],
    });
    const pool = await world.services.nodePools.createNodePool(tenant.context, {
      clusterId: resource.id,
      name: 'far',
      labels: {},
      spec: { replicas: 1, zone: 'eu-west-1b' },
    });
    await refusedFor(resource.id, 'ready');
    await eventually('a pool that waits', async () => {
      const { rowCount } = await world.testDatabase.pool.query(
        `UPDATE node_pools SET next_attempt_at = now() + interval '1 hour'
         WHERE id = $1 AND next_attempt_at > now() + interval '5 seconds'`,
        [pool.resource.id],
      );
      return rowCount === 1;
    });
    cloud.knobs.onCall = () => undefined;

    await verify();
    expect(await ended(pool.operation.id)).toMatchObject({ state: 'succeeded' });
    const subnet = [...cloud.resources.values()].find(({ name }) => name.endsWith('-private-eu-west-1b'));
    const nodePool = fake.operator.objects().find(({ kind }) => kind === 'NodePool');
    expect(nodePool?.spec).toMatchObject({ platform: { aws: { subnet: { id: subnet?.id } } } });
  });
});
