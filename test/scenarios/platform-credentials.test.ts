import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClusterSpec } from '../../src/domain/cluster/cluster-spec.ts';
import type { NewCredential } from '../../src/domain/credential/new-credential.ts';
import type { NodeManifest } from '../../src/domain/node-pool/node-pool-spec.ts';
import type { ClusterPlatform } from '../../src/domain/platforms/platform-specs.ts';
import type { JsonObject } from '../../src/domain/shared/json.ts';
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

beforeAll(async () => {
  world = await createTestWorld();
  tenant = await world.createTenant('acme');
  await world.services.fleet.registerManagementCluster(world.operator, {
    name: 'mc-one',
    labels: {},
    platforms: ['kubevirt', 'openstack', 'powervs'],
    capacity: 10,
    kubeconfig: 'kubeconfig of mc-one',
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

const signal = new AbortController().signal;

const addCredential = async (credential: NewCredential, owner: TestTenant = tenant): Promise<string> =>
  (await world.services.credentials.createCredential(owner.context, credential)).resource.id;

const kubeconfigOf = (token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'one',
    clusters: [{ name: 'one', cluster: { server: 'https://infra.example.org:6443' } }],
    users: [{ name: 'one', user: { token } }],
    contexts: [{ name: 'one', context: { cluster: 'one', user: 'one' } }],
  });

const clouds = `clouds:
  lab:
    auth:
      auth_url: https://keystone.example.org:5000/v3
      application_credential_id: a
      application_credential_secret: s
`;

const specOf = (platform: ClusterPlatform): ClusterSpec => ({
  version: '4.20.3',
  platform,
  dns: { baseDomain: 'example.com' },
  pullSecretCredentialId: tenant.pullSecretId,
});

const onKubevirt = (credentialId: string): ClusterPlatform => ({
  type: 'kubevirt',
  kubevirt: { externalInfrastructure: { credentialId, namespace: 'machines' } },
});

const make = async (name: string, platform: ClusterPlatform): Promise<string> => {
  const spec = specOf(platform);
  const made = await world.services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec,
    nodePools: [],
  });
  const operation = await world.services.operations.waitForOperation(
    tenant.context,
    made.operation.id,
    20,
    signal,
  );
  expect(operation.state).toBe('succeeded');
  return made.resource.id;
};

const change = async (id: string, spec: JsonObject): Promise<void> => {
  const changed = await world.services.clusters.updateCluster(tenant.context, id, {
    patch: { spec },
    ifMatch: undefined,
    validate: () => [],
  });
  await world.services.operations.waitForOperation(tenant.context, changed.operation.id, 20, signal);
};

const dataOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fake.operator.objects().find(({ metadata }) => metadata.name === name)?.data ?? {}).map(
      ([key, value]) => [key, Buffer.from(String(value), 'base64').toString()],
    ),
  );

it('hands the keys of a platform to the operators of a cluster, in Secrets of its own', async () => {
  const cloud = await addCredential({
    name: 'lab',
    kind: 'openstackClouds',
    value: clouds,
    settings: { cloud: 'lab' },
  });
  await make('on-openstack', { type: 'openstack', openstack: { credentialId: cloud } });
  expect(dataOf('on-openstack-cloud-credentials')['clouds.yaml']).toMatch(/^clouds:\n\s+openstack:\n/);

  const key = 'k'.repeat(44);
  const credentialId = await addCredential({ name: 'ibm', kind: 'powervsApiKey', value: key });
  await make('on-powervs', {
    type: 'powervs',
    powervs: {
      region: 'us-south',
      zone: 'us-south',
      resourceGroup: 'payments',
      infrastructure: {
        mode: 'existing',
        accountId: 'a1',
        cisInstanceCrn: 'crn:v1:bluemix:public:internet-svcs:global:a/a1:i1::',
        serviceInstanceId: 'w1',
        subnet: { name: 'dhcp' },
        vpc: { name: 'v1', region: 'us-south' },
      },
      credentialIds: {
        kubeCloudController: credentialId,
        nodePoolManagement: credentialId,
        ingress: credentialId,
        storage: credentialId,
        imageRegistry: credentialId,
      },
    },
  });
  expect(dataOf('on-powervs-storage-creds')).toEqual({
    ibmcloud_api_key: key,
    'ibm-credentials.env': `IBMCLOUD_AUTHTYPE=iam\nIBMCLOUD_APIKEY=${key}\n`,
  });
});

it('keeps a credential as long as a cluster uses it, and not longer', async () => {
  const { credentials } = world.services;
  const [first, second] = [
    await addCredential({ name: 'first', kind: 'kubeconfig', value: kubeconfigOf('token-of-the-first') }),
    await addCredential({ name: 'second', kind: 'kubeconfig', value: kubeconfigOf('token-of-the-second') }),
  ];
  const id = await make('elsewhere', onKubevirt(first));
  expect(dataOf('elsewhere-infra-credentials')['kubeconfig']).toContain('token-of-the-first');
  await expect(credentials.deleteCredential(tenant.context, first, undefined)).rejects.toMatchObject({
    code: 'resource-in-use',
  });

  await change(id, { platform: { kubevirt: { externalInfrastructure: { credentialId: second } } } });
  expect(dataOf('elsewhere-infra-credentials')['kubeconfig']).toContain('token-of-the-second');
  await credentials.deleteCredential(tenant.context, first, undefined);
  await expect(credentials.deleteCredential(tenant.context, second, undefined)).rejects.toMatchObject({
    code: 'resource-in-use',
  });
});

it('takes no credential of another tenant, and does not tell that there is one', async () => {
  const other = await world.createTenant('umbrella');
  const kubeconfig = { name: 'theirs', kind: 'kubeconfig', value: kubeconfigOf('token-of-theirs') } as const;
  const theirs = await addCredential(kubeconfig, other);
  const refusalOf = (credentialId: string) =>
    world.services.clusters
      .createCluster(tenant.context, {
        name: 'stolen',
        labels: {},
        spec: specOf(onKubevirt(credentialId)),
        nodePools: [],
      })
      .then(
        () => 'accepted',
        (error: { code: string; problems: readonly unknown[] }) => ({
          code: error.code,
          problems: error.problems,
        }),
      );
  expect(await refusalOf(theirs)).toEqual({
    code: 'admission-refused',
    problems: [
      {
        pointer: '/spec/platform/kubevirt/externalInfrastructure/credentialId',
        code: 'not-found',
        detail: 'There is no such credential of kind kubeconfig.',
      },
    ],
  });
  expect(await refusalOf('cr_01jc8vr3n2e9qsyw6x5m7t4kzz')).toEqual(await refusalOf(theirs));
  expect(await refusalOf(tenant.pullSecretId)).toEqual(await refusalOf(theirs));
});

it('sets nodes up by ConfigMaps that come before their pool and go with it', async () => {
  const { nodePools, operations } = world.services;
  const clusterId = await make('tuned', { type: 'kubevirt', kubevirt: {} });
  const manifest: NodeManifest = {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'KubeletConfig',
    metadata: { name: 'many-pods' },
    spec: { kubeletConfig: { maxPods: 500 } },
  };
  const configMaps = () =>
    fake.operator
      .objects()
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('np-'))
      .map(({ metadata }) => metadata.name.replace(/^np-[0-9a-z]{26}-/, ''));
  const made = await nodePools.createNodePool(tenant.context, {
    name: 'workers',
    clusterId,
    labels: {},
    spec: { replicas: 1, configs: [manifest], tuning: [] },
  });
  await operations.waitForOperation(tenant.context, made.operation.id, 20, signal);
  expect(configMaps()).toEqual(['config']);

  const { id } = made.resource;
  const changed = await nodePools.updateNodePool(tenant.context, id, {
    patch: { spec: { configs: null } },
    ifMatch: undefined,
    validate: () => [],
  });
  await operations.waitForOperation(tenant.context, changed.operation.id, 20, signal);
  await eventually('the end of the ConfigMap', async () => configMaps().length === 0);

  const again = await nodePools.updateNodePool(tenant.context, id, {
    patch: { spec: { configs: [{ ...manifest }] } },
    ifMatch: undefined,
    validate: () => [],
  });
  await operations.waitForOperation(tenant.context, again.operation.id, 20, signal);
  await eventually('the ConfigMap', async () => configMaps().length === 1);
  const deletion = await nodePools.deleteNodePool(tenant.context, id, undefined);
  await operations.waitForOperation(tenant.context, deletion.operation.id, 20, signal);
  expect(configMaps()).toEqual([]);
});
