import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ClusterSpec } from '../../../src/domain/cluster/cluster-spec.ts';
import type { VerifyReport } from '../../../src/providers/infrastructure/contract.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { createTestWorld, type TestTenant, type TestWorld } from '../../harness/test-world.ts';
import { createTryingCloud, goodReport, refusal } from '../../harness/trying-provider.ts';

const cloud = createTryingCloud();
const { signal } = new AbortController();
let world: TestWorld;
let acme: TestTenant;
let worker: { stop(): Promise<void> } | undefined;
let credentialId: string;

const read = { permission: 'ec2:DescribeVpcs', granted: true, neededFor: ['existing', 'managed'] } as const;
const make = (name: string) =>
  ({ permission: `ec2:${name}`, granted: false, neededFor: ['managed'] }) as const;
const reader: VerifyReport = {
  ...goodReport,
  permissions: [
    read,
    ...['AllocateAddress', 'CreateRoute', 'CreateSubnet', 'CreateTags', 'CreateVpc', 'DeleteVpc'].map(make),
  ],
};

beforeAll(async () => {
  world = await createTestWorld(cloud.clouds);
  acme = await world.createTenant('acme');
  worker = world.startTestWorker(() => createFakeManagementCluster());
  const { resource } = await world.services.credentials.createCredential(acme.context, {
    name: 'reader',
    kind: 'awsRole',
    settings: { roleArn: 'arn:aws:iam::123456789012:role/reader' },
  });
  credentialId = resource.id;
});
beforeEach(() => {
  cloud.finding = reader;
});
afterAll(async () => {
  await worker?.stop();
  await world.close();
});

const role = (name: string): string => `arn:aws:iam::123456789012:role/${name}`;
const roles = {
  ingress: role('ingress'),
  imageRegistry: role('registry'),
  storage: role('storage'),
  network: role('network'),
  kubeCloudController: role('ccm'),
  nodePoolManagement: role('nodes'),
  controlPlaneOperator: role('cpo'),
};
const zones = { publicZoneId: 'Z0000000001', privateZoneId: 'Z0000000002' };
const specOf = (infrastructure: object): ClusterSpec =>
  ({
    version: '4.20.3',
    platform: { type: 'aws', aws: { region: 'eu-west-1', credentialId, infrastructure } },
    dns: { baseDomain: 'example.org', ...(infrastructure === existing ? zones : {}) },
    pullSecretCredentialId: acme.pullSecretId,
  }) as ClusterSpec;
const existing = {
  mode: 'existing',
  infraId: 'acme-x1',
  vpcId: 'vpc-0a1b2c3d4e5f60718',
  subnets: [{ zone: 'eu-west-1a', privateSubnetId: 'subnet-0a1b2c3d4e5f60718' }],
  roles,
  instanceProfile: 'acme-worker',
  issuerUrl: 'https://oidc.example.org/acme-x1',
};
const managed = { mode: 'managed', zones: ['eu-west-1a'] };
const plan = (infrastructure: object) =>
  world.services.clusters.planCluster(
    acme.context,
    { name: 'planned', labels: {}, spec: specOf(infrastructure), nodePools: [] },
    signal,
  );

it('takes a role that only may look for infrastructure that exists', async () => {
  const { status } = await world.services.credentials.verifyCredential(acme.context, credentialId, signal);
  expect([status.state, status.problems]).toEqual(['valid', []]);
  expect(await plan(existing)).toMatchObject({ account: 'checked', problems: [] });
});

it('says in the plan of managed infrastructure what it is not granted, with the field', async () => {
  const { account, problems } = await plan(managed);
  expect([account, problems]).toEqual([
    'checked',
    [
      {
        pointer: '/spec/platform/aws/credentialId',
        code: 'permission-missing',
        detail: `It may not do what infrastructure.mode managed needs: ec2:AllocateAddress, ec2:CreateRoute, ec2:CreateSubnet, ec2:CreateTags, ec2:CreateVpc and 1 more. Grant it; GET /v1/credentials/${credentialId}/setup has all of it.`,
      },
    ],
  ]);
});

it('does not hold against a role what was granted since', async () => {
  await plan(managed);
  cloud.finding = { ...goodReport, permissions: [read, { ...make('CreateVpc'), granted: true }] };
  expect((await plan(managed)).problems).toEqual([]);
});

it('says that the account does not let itself be looked at', async () => {
  await world.services.credentials.verifyCredential(acme.context, credentialId, signal);
  cloud.refusedLook = refusal('permission', 'UnauthorizedOperation');
  const { problems } = await plan(existing);
  cloud.refusedLook = undefined;
  expect(problems).toEqual([
    {
      pointer: '/spec/platform/aws/credentialId',
      code: 'not-usable',
      detail: 'UnauthorizedOperation: the cloud says UnauthorizedOperation',
    },
  ]);
});
