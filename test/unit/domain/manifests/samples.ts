import type { Cluster, Placement } from '../../../../src/domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { furtherCredentialIds } from '../../../../src/domain/cluster/credential-references.ts';
import { type ClusterRenderInput, renderCluster } from '../../../../src/domain/cluster/hosted-cluster.ts';
import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import type {
  InfrastructureOutputs,
  InfrastructureRecord,
} from '../../../../src/domain/infrastructure/infrastructure-record.ts';
import type { NodePool } from '../../../../src/domain/node-pool/node-pool.ts';
import { renderNodePool } from '../../../../src/domain/node-pool/node-pool-manifest.ts';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import type { AwsPlatform } from '../../../../src/domain/platforms/aws/aws-spec.ts';
import type { ClusterPlatform, PlatformType } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { isJsonObject } from '../../../../src/domain/shared/json.ts';
import type { KubeObject } from '../../../../src/domain/shared/kube-object.ts';

const clusterId = 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a';
const nodePoolId = 'np_01jzc8w2q5e8rv9n3k7m4x6t0b';

const roleArn = (name: string): string => `arn:aws:iam::123456789012:role/${name}`;

export const awsPlatform = {
  region: 'eu-west-1',
  infrastructure: {
    mode: 'existing',
    vpcId: 'vpc-0123456789abcdef0',
    subnets: [
      { id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' },
      { id: 'subnet-0123456789abcdef1', zone: 'eu-west-1b' },
    ],
    roles: {
      ingress: roleArn('ingress'),
      imageRegistry: roleArn('image-registry'),
      storage: roleArn('storage'),
      network: roleArn('network'),
      kubeCloudController: roleArn('cloud-controller'),
      nodePoolManagement: roleArn('node-pool'),
      controlPlaneOperator: roleArn('control-plane-operator'),
    },
    issuerUrl: 'https://oidc.example.org/payments',
  },
} as const satisfies AwsPlatform;

/** Blocks that the tests look at in detail; of the other platforms the example of their rules is taken. */
const samples: { readonly [T in PlatformType]?: Extract<ClusterPlatform, { type: T }> } = {
  aws: { type: 'aws', aws: awsPlatform },
  agent: { type: 'agent', agent: { namespace: 'agents-of-payments' } },
};

const platformSample = (type: PlatformType): ClusterPlatform =>
  samples[type] ?? ({ type, [type]: platformOf(type).examples.cluster } as unknown as ClusterPlatform);

/** Platforms whose clusters have no base domain unless they say so. */
const withoutBaseDomain: readonly PlatformType[] = ['kubevirt', 'agent', 'none'];

/** The least that each platform takes. */
export const specOf = (type: PlatformType, more: Partial<ClusterSpec> = {}): ClusterSpec => ({
  version: '4.20.3',
  platform: platformSample(type),
  pullSecretCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c',
  ...(withoutBaseDomain.includes(type) ? {} : { dns: { baseDomain: 'example.org' } }),
  ...(type === 'agent' || type === 'none' ? { publishing: { apiServerAddress: '192.0.2.10' } } : {}),
  ...more,
});

const requestOf = (spec: ClusterSpec): InfrastructureRequest => ({
  instance: 'test',
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  clusterId,
  infraId: 'b2c3d4e5f6g7h',
  hostedClusterName: 'payments',
  createdAt: '2026-01-01T00:00:00.000Z',
  spec,
  issuerUrl: 'https://oidc.example.org/payments',
  jwks: { keys: [] },
});

/** Ids of steps that have a form: those of Google Cloud's project and zone, client ids of Azure. */
const sampleIds: Readonly<Record<string, string>> = { project: '123456789012', zone: 'europe-west1-b' };

const sampleIdOf = (step: string): string =>
  sampleIds[step] ??
  (step.startsWith('clientId/') ? '00000000-0000-4000-8000-000000000001' : `id-of-${step}`);

/** What the manifests of a cluster get to know, whoever makes the infrastructure. */
export const outputsFor = (spec: ClusterSpec): InfrastructureOutputs => {
  const { existingInfrastructure, managed } = platformOf(spec.platform.type);
  const outputs = existingInfrastructure(spec) ?? managed?.outputs(requestOf(spec), sampleIdOf);
  if (outputs === undefined) throw new Error('nobody makes the infrastructure of this spec');
  return outputs;
};

const recordOf = (spec: ClusterSpec): { readonly infrastructure?: InfrastructureRecord } => {
  const { type, existingInfrastructure } = platformOf(spec.platform.type);
  if (existingInfrastructure(spec) !== undefined) return {};
  const outputs = outputsFor(spec);
  return { infrastructure: { platform: type, infraId: 'b2c3d4e5f6g7h', entries: [], outputs } };
};

const release = { version: '4.20.3', image: 'registry.example.org/release@sha256:0f' };

export const clusterOf = (spec: ClusterSpec, more: Partial<Cluster> = {}): Cluster => ({
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  id: clusterId,
  projectId: 'prj_01jzc8w2q5e8rv9n3k7m4x6t0e',
  name: 'payments-production',
  labels: {},
  generation: 1,
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  spec,
  release,
  domainPrefix: 'payments',
  infraId: 'payments-x7k2b',
  status: {} as Cluster['status'],
  ...recordOf(spec),
  ...more,
});

export const nodePoolOf = (spec: NodePoolSpec, more: Partial<NodePool> = {}): NodePool => ({
  tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  id: nodePoolId,
  clusterId,
  projectId: 'prj_01jzc8w2q5e8rv9n3k7m4x6t0e',
  name: 'workers',
  labels: {},
  generation: 1,
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  spec,
  release,
  status: {} as NodePool['status'],
  ...more,
});

export const placementOf = (cluster: Cluster): Placement => ({
  managementClusterId: 'mc_01jzc8w2q5e8rv9n3k7m4x6t0f',
  namespace: `hc-${cluster.id.slice(3)}`,
  hostedClusterName: cluster.domainPrefix,
  reason: 'the only one',
  decidedAt: '2026-01-01T00:00:00.000Z',
});

/** Base64 of 32 bytes. */
export const etcdKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

/** A value for every credential that a spec refers to. */
const credentialsOf = (spec: ClusterSpec): Readonly<Record<string, string>> =>
  Object.fromEntries(furtherCredentialIds(spec).map((id) => [id, `value of ${id}`]));

export const renderInputOf = (cluster: Cluster): ClusterRenderInput => ({
  cluster,
  placement: placementOf(cluster),
  secrets: {
    pullSecret: '{"auths":{}}',
    etcdEncryptionKey: etcdKey,
    credentials: credentialsOf(cluster.spec),
  },
});

export const render = (cluster: Cluster): readonly KubeObject[] => renderCluster(renderInputOf(cluster));

export const renderPool = (nodePool: NodePool, cluster: Cluster): KubeObject =>
  renderNodePool({ cluster, nodePool, placement: placementOf(cluster) });

export const findObject = (objects: readonly KubeObject[], kind: string, name?: string): KubeObject => {
  const found = objects.find(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );
  if (found === undefined) throw new Error(`no ${kind} ${name ?? ''} among the objects`);
  return found;
};

/** The `spec` of the HostedCluster of a cluster. */
export const hostedClusterSpec = (spec: ClusterSpec): JsonObject => {
  const hostedCluster = findObject(render(clusterOf(spec)), 'HostedCluster');
  if (!isJsonObject(hostedCluster.spec)) throw new Error('the HostedCluster has no spec');
  return hostedCluster.spec;
};

/** The `spec` of the NodePool of a pool. */
export const nodePoolSpec = (type: PlatformType, spec: NodePoolSpec, cluster = specOf(type)): JsonObject => {
  const nodePool = renderPool(nodePoolOf(spec), clusterOf(cluster));
  if (!isJsonObject(nodePool.spec)) throw new Error('the NodePool has no spec');
  return nodePool.spec;
};
