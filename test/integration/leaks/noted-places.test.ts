import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeCloud } from '../../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../../src/providers/infrastructure/fake/fake-provider.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { startFakeOperator } from '../../harness/fake-operator.ts';
import { createTestWorld, newId, type TestWorld } from '../../harness/test-world.ts';

let world: TestWorld;
let stop: () => Promise<void>;
const cloud = new FakeCloud(() => Date.now());

beforeAll(async () => {
  const provider = createFakeProvider('aws', cloud);
  world = await createTestWorld({
    instance: 'test',
    issuerUrl: 'https://oidc.test.example',
    visibilitySeconds: 0,
    providerOf: (platform) => (platform === 'aws' ? provider : undefined),
  });
  await world.registerManagementCluster('mc-one');
  const fake = createFakeManagementCluster();
  const operator = startFakeOperator(fake);
  const worker = world.startTestWorker(() => fake);
  stop = async () => {
    await worker.stop();
    await operator.stop();
  };
});
afterAll(async () => {
  await stop?.();
  await world?.close();
});

it('an account is a place with its region before anything is made in it, and when nothing is there any more', async () => {
  const tenant = await world.createTenant('acme');
  const { pool } = world.testDatabase;
  const credentialId = newId('credential');
  await pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, settings) VALUES ($1, $2, 'account', 'awsRole', '{"roleArn":"arn:aws:iam::123456789012:role/berth","externalId":"x"}')`,
    [tenant.id, credentialId],
  );
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
  const places = async () =>
    (await pool.query(`SELECT place, regions, credential_ids FROM leak_places WHERE kind = 'cloud'`)).rows;
  const known: unknown[] = [];
  cloud.knobs.onCall = ({ isWrite, phase }) => {
    if (isWrite && phase === 'before' && known.length === 0) known.push(places());
  };
  const { resource, operation } = await world.services.clusters.createCluster(tenant.context, {
    name: 'short',
    labels: {},
    spec: {
      version: '4.20.3',
      platform: {
        type: 'aws',
        aws: {
          region: 'eu-west-1',
          credentialId,
          infrastructure: { mode: 'managed', zones: ['eu-west-1a'] },
        },
      },
      dns: { baseDomain: 'example.org', domainPrefix: 'short' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [],
  });
  const { signal } = new AbortController();
  const ended = (id: string) => world.services.operations.waitForOperation(tenant.context, id, 30, signal);
  expect(await ended(operation.id)).toMatchObject({ state: 'succeeded' });
  const place = {
    place: `aws:123456789012:${tenant.id}`,
    regions: ['eu-west-1'],
    credential_ids: [credentialId],
  };
  expect(await known[0]).toEqual([place]);
  const deletion = await world.services.clusters.deleteCluster(tenant.context, resource.id, undefined);
  expect(await ended(deletion.operation.id)).toMatchObject({ state: 'succeeded' });
  expect(await places()).toEqual([place]);
});
