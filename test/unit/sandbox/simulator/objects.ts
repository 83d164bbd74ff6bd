import type {
  HostedCluster,
  HostedClusterSpec,
  NodePool,
  NodePoolSpec,
} from '../../../../src/sandbox/hypershift-simulator/objects.ts';

export const imageOf = (version: string, suffix = '-multi'): string =>
  `quay.io/openshift-release-dev/ocp-release:${version}${suffix}`;

const publishedBy = (type: string) =>
  ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map((service) => ({
    service,
    servicePublishingStrategy: type === 'NodePort' ? { type, nodePort: { address: '192.0.2.10' } } : { type },
  }));

interface ClusterOverrides {
  readonly spec?: Partial<HostedClusterSpec>;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
}

export const makeCluster = ({ spec, labels, annotations }: ClusterOverrides = {}): HostedCluster => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  metadata: {
    name: 'payments',
    namespace: 'hc-one',
    uid: '5f0c1d9e-0f7c-4c6e-9d3b-0a4a4a4a4a4a',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-03-01T10:00:00Z',
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  },
  spec: {
    release: { image: imageOf('4.20.3') },
    platform: { type: 'KubeVirt' },
    pullSecret: { name: 'payments-pull-secret' },
    networking: {
      networkType: 'OVNKubernetes',
      clusterNetwork: [{ cidr: '10.132.0.0/14' }],
      serviceNetwork: [{ cidr: '172.31.0.0/16' }],
    },
    services: publishedBy('NodePort'),
    ...spec,
  },
});

export const awsSpec: Partial<HostedClusterSpec> = {
  platform: { type: 'AWS', aws: { region: 'eu-west-1', endpointAccess: 'Public' } },
  services: publishedBy('Route').map((entry) =>
    entry.service === 'APIServer' ? { ...entry, servicePublishingStrategy: { type: 'LoadBalancer' } } : entry,
  ),
};

interface PoolOverrides {
  readonly name?: string;
  readonly spec?: Partial<NodePoolSpec>;
  readonly labels?: Record<string, string>;
}

export const makePool = ({ name = 'workers', spec, labels }: PoolOverrides = {}): NodePool => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'NodePool',
  metadata: {
    name,
    namespace: 'hc-one',
    uid: `7b1d2c3e-0000-4000-8000-${name.padEnd(12, '0').slice(0, 12)}`,
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: '2026-03-01T10:00:00Z',
    ...(labels && { labels }),
  },
  spec: {
    clusterName: 'payments',
    release: { image: imageOf('4.20.3') },
    replicas: 2,
    arch: 'amd64',
    management: { upgradeType: 'Replace', autoRepair: true },
    platform: { type: 'KubeVirt', kubevirt: {} },
    ...spec,
  },
});
