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
  fake = createFakeManagementCluster();
  operator = startFakeOperator(fake);
  worker = world.startTestWorker(() => fake);
});
afterAll(async () => {
  await worker?.stop();
  await operator?.stop();
  await world?.close();
});
beforeEach(() => {
  cloud.resources.clear();
  cloud.knobs.onCall = () => undefined;
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
});

const create = (name: string) =>
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
          infrastructure: { mode: 'managed', zones: ['eu-west-1a', 'eu-west-1b'], natGateways: 'single' },
        },
      },
      dns: { baseDomain: 'example.org', domainPrefix: name },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 1, zone: 'eu-west-1b' }],
  });

const objects = (kind: string) => fake.operator.objects().filter((object) => object.kind === kind);
/** Lets the pause before the next pass go by at once. */
const skipPause = (id: string) =>
  world.testDatabase.pool.query(
    `WITH due AS (
       UPDATE clusters SET infrastructure_state = jsonb_set(infrastructure_state, '{nextPassAt}', to_jsonb(now())),
         next_attempt_at = now(), wakes = wakes + 1
       WHERE id = $1 AND (infrastructure_state->>'nextPassAt')::timestamptz > now() RETURNING tenant_id, id
     ) INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', tenant_id, id FROM due`,
    [id],
  );
const ended = (id: string) => world.services.operations.waitForOperation(tenant.context, id, 30, signal);
const statusOf = async (id: string) => (await world.services.clusters.getCluster(tenant.context, id)).status;
const ownNames = () =>
  [...cloud.resources.values()]
    .filter(({ tags }) => tags['berth-instance'] === 'test')
    .map(({ name }) => name);

describe('a cluster whose infrastructure Berth makes', () => {
  it('gets it before its manifests, refers to it by id, and leaves nothing behind', async () => {
    const { resource, operation } = await create('payments');
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    const [hostedCluster] = objects('HostedCluster');
    const vpc = [...cloud.resources.values()].find(({ type }) => type === 'vpc');
    expect(hostedCluster?.spec).toMatchObject({
      infraID: resource.infraId,
      issuerURL: `https://oidc.test.example/${resource.infraId}`,
      platform: { aws: { cloudProviderConfig: { vpc: vpc?.id, zone: 'eu-west-1a' } } },
    });
    const subnet = [...cloud.resources.values()].find(({ name }) => name.endsWith('-private-eu-west-1b'));
    expect(objects('NodePool')[0]?.spec).toMatchObject({ platform: { aws: { subnet: { id: subnet?.id } } } });
    const resources = await world.services.clusters.listClusterResources(tenant.context, resource.id);
    expect(resources.length).toBe(25);
    expect(new Set(resources.map(({ state }) => state))).toEqual(new Set(['settled', 'external']));

    const deletion = await world.services.clusters.deleteCluster(tenant.context, resource.id, undefined);
    expect(deletion.operation.stages.map(({ name }) => name)).toEqual([
      'hostedCluster',
      'nodePools',
      'infrastructure',
      'namespace',
    ]);
    expect(await ended(deletion.operation.id)).toMatchObject({ state: 'succeeded' });
    expect(ownNames()).toEqual([]);
    expect(fake.operator.objects()).toEqual([]);
  });

  it('says that its credentials are refused, forgets nothing, and goes on when they are back', async () => {
    cloud.knobs.onCall = ({ action, phase }) => {
      if (phase === 'before' && action.includes('subnet'))
        throw new CloudError('credentials', 'ExpiredToken', 'the role cannot be assumed');
    };
    const { resource, operation } = await create('ledger');
    const refused = await eventually('refusal', async () => {
      const status = await statusOf(resource.id);
      return status.waitingOn?.reason === 'CredentialsRefused' && status;
    });
    expect(refused.waitingOn).toMatchObject({ party: 'user' });
    expect(refused.conditions.find(({ type }) => type === 'CredentialsValid')).toMatchObject({
      status: 'False',
      reason: 'CredentialsRefused',
    });
    expect(objects('HostedCluster')).toEqual([]);
    cloud.knobs.onCall = () => undefined;
    await skipPause(resource.id);
    expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
    const { operation: deletion } = await world.services.clusters.deleteCluster(
      tenant.context,
      resource.id,
      undefined,
    );
    await ended(deletion.id);
    expect(ownNames()).toEqual([]);
  });

  it('says what is in the way of its deletion, and lists what a forced one leaves behind', async () => {
    const { resource, operation } = await create('stuck');
    await ended(operation.id);
    cloud.knobs.onCall = ({ action, phase }) => {
      if (phase === 'before' && action === 'remove vpc')
        throw new CloudError('permission', 'UnauthorizedOperation', 'not allowed to ec2:DeleteVpc');
    };
    const deletion = await world.services.clusters.deleteCluster(tenant.context, resource.id, undefined);
    const blocked = await eventually('block', async () => {
      const { conditions } = await statusOf(resource.id);
      const condition = conditions.find(({ type }) => type === 'DeletionBlocked');
      return condition?.status === 'True' && condition;
    });
    expect(blocked).toMatchObject({
      reason: 'PermissionMissing',
      message: 'vpc: UnauthorizedOperation: not allowed to ec2:DeleteVpc',
    });
    await world.services.clusters.deleteCluster(tenant.context, resource.id, undefined, {
      reason: 'account is closed',
    });
    const end = await eventually('end', async () => {
      await skipPause(resource.id);
      const last = await world.services.operations.getOperation(tenant.context, deletion.operation.id);
      return last.endedAt !== undefined && last;
    });
    expect(end.leftBehind).toEqual([
      {
        where: 'cloud',
        type: 'vpc',
        id: [...cloud.resources.values()].find(({ type }) => type === 'vpc')?.id,
        message: 'UnauthorizedOperation: not allowed to ec2:DeleteVpc',
      },
    ]);
    expect(ownNames()).toEqual([`${resource.infraId}-vpc`]);
  });
});
