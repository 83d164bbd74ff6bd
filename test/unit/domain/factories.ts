import type { Cluster, Placement } from '../../../src/domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../../src/domain/cluster/cluster-spec.ts';
import type { ClusterSnapshot } from '../../../src/domain/cluster/lifecycle.ts';
import type { NodePool } from '../../../src/domain/node-pool/node-pool.ts';
import type { NodePoolSnapshot } from '../../../src/domain/node-pool/node-pool-lifecycle.ts';
import type { NodePoolSpec } from '../../../src/domain/node-pool/node-pool-spec.ts';
import type { ManagementCluster } from '../../../src/domain/placement/management-cluster.ts';
import type { PresentRemote } from '../../../src/domain/shared/remote.ts';

export const now = '2026-09-01T12:00:00.000Z';

/** An instant so many seconds after `now`; negative: before. */
export const at = (seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();

export const clusterId = 'cl_01j5zk3v9hf4n8s2r6t7w0xyab';

export const kubevirtSpec: ClusterSpec = {
  version: '4.20.3',
  platform: { type: 'kubevirt', kubevirt: {} },
  pullSecretCredentialId: 'cr_01j5zk3v9hf4n8s2r6t7w0xyac',
};

export const awsSpec: ClusterSpec = {
  version: '4.20.3',
  platform: {
    type: 'aws',
    aws: {
      region: 'eu-west-1',
      infrastructure: {
        mode: 'existing',
        vpcId: 'vpc-0123456789abcdef0',
        subnets: [{ id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' }],
        roles: {
          ingress: 'arn:aws:iam::123456789012:role/ingress',
          imageRegistry: 'arn:aws:iam::123456789012:role/registry',
          storage: 'arn:aws:iam::123456789012:role/storage',
          network: 'arn:aws:iam::123456789012:role/network',
          kubeCloudController: 'arn:aws:iam::123456789012:role/ccm',
          nodePoolManagement: 'arn:aws:iam::123456789012:role/node-pool',
          controlPlaneOperator: 'arn:aws:iam::123456789012:role/cpo',
        },
        issuerUrl: 'https://oidc.example.com/payments',
      },
    },
  },
  dns: { baseDomain: 'example.com', publicZoneId: 'Z1', privateZoneId: 'Z2' },
  network: { machineCidrs: ['10.0.0.0/16'] },
  pullSecretCredentialId: 'cr_01j5zk3v9hf4n8s2r6t7w0xyac',
};

export const managementCluster: ManagementCluster = {
  id: 'mc_01j5zk3v9hf4n8s2r6t7w0xyaa',
  name: 'alpha',
  labels: {},
  platforms: ['aws', 'kubevirt', 'agent', 'none'],
  supportedMinors: ['4.21', '4.20', '4.19', '4.18', '4.17'],
  hasRoutes: true,
  cordoned: false,
  capacity: 10,
  placed: 0,
  reachable: true,
};

export const placement: Placement = {
  managementClusterId: managementCluster.id,
  namespace: 'hc-01j5zk3v9hf4n8s2r6t7w0xyab',
  hostedClusterName: 'payments',
  reason: 'Placed on the least used management cluster that fits.',
  decidedAt: at(-900),
};

export const present = (change: Partial<PresentRemote> = {}): PresentRemote => ({
  state: 'present',
  uid: 'uid-1',
  deleting: false,
  paused: false,
  observedAt: now,
  resourceVersion: '1',
  ...change,
});

/** A cluster that is placed, applied and seen: nothing to do. */
export const clusterSnapshot = (change: Partial<ClusterSnapshot> = {}): ClusterSnapshot => ({
  now,
  cluster: {
    id: clusterId,
    generation: 1,
    spec: kubevirtSpec,
    release: { version: '4.20.3', image: 'quay.io/r:4.20.3' },
  },
  placement,
  managementClusters: [managementCluster],
  applied: { hash: 'a', generation: 1, at: at(-60) },
  desiredHash: 'a',
  remote: { namespace: present({ uid: 'ns-1' }), hostedCluster: present({ uid: 'hc-1' }) },
  nodePools: [],
  attempt: { failures: 0 },
  ...change,
});

/** The same for a node pool. */
export const nodePoolSnapshot = (change: Partial<NodePoolSnapshot> = {}): NodePoolSnapshot => ({
  now,
  nodePool: { id: 'np_01j5zk3v9hf4n8s2r6t7w0xyad', generation: 1 },
  cluster: { placement, appliedAt: at(-120), hostedCluster: present({ uid: 'hc-1' }) },
  applied: { hash: 'a', generation: 1, at: at(-60) },
  desiredHash: 'a',
  remote: present(),
  attempt: { failures: 0 },
  ...change,
});

/** A cluster on `spec`, placed, complete and running 4.20.3. */
export const clusterOf = (spec: ClusterSpec, change: Partial<Cluster> = {}): Cluster => ({
  tenantId: 'ten_01j5zk3v9hf4n8s2r6t7w0xyaf',
  id: clusterId,
  projectId: 'prj_01j5zk3v9hf4n8s2r6t7w0xyae',
  name: 'payments',
  labels: { env: 'prod' },
  generation: 1,
  revision: 1,
  createdAt: at(-3600),
  updatedAt: at(-3600),
  spec,
  release: { version: '4.20.3', image: 'quay.io/r:4.20.3' },
  domainPrefix: 'payments',
  infraId: 'payments-f46hd',
  status: {
    phase: 'ready',
    health: 'healthy',
    observedGeneration: 1,
    conditions: [],
    version: { desired: '4.20.3', current: '4.20.3', available: [] },
    endpoints: {},
    nodes: { desired: 1, ready: 1 },
    placement: { managementClusterId: managementCluster.id, reason: placement.reason },
    infrastructure: { id: 'payments-f46hd' },
    hostedCluster: { conditions: [] },
  },
  ...change,
});

export const nodePoolOf = (spec: NodePoolSpec, change: Partial<NodePool> = {}): NodePool => ({
  tenantId: 'ten_01j5zk3v9hf4n8s2r6t7w0xyaf',
  id: 'np_01j5zk3v9hf4n8s2r6t7w0xyad',
  clusterId,
  projectId: 'prj_01j5zk3v9hf4n8s2r6t7w0xyae',
  name: 'workers',
  labels: {},
  generation: 1,
  revision: 1,
  createdAt: at(-3600),
  updatedAt: at(-3600),
  spec,
  release: { version: '4.20.3', image: 'quay.io/r:4.20.3' },
  status: {
    phase: 'ready',
    observedGeneration: 1,
    replicas: { desired: 1, ready: 1 },
    conditions: [],
    nodePool: { conditions: [] },
  },
  ...change,
});
