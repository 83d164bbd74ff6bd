import { createHash } from 'node:crypto';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import type { GuestCluster, GuestNode } from './guest-cluster.ts';
import { apiVersionOf, type GuestResource } from './guest-resources.ts';

const uidOf = (...parts: string[]): string => {
  const hex = createHash('sha256').update(parts.join('/')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const nodeObject = (cluster: GuestCluster, node: GuestNode, index: number): KubeObject => {
  const since = node.createdAt;
  const healthy = (type: string, reason: string): JsonObject => ({
    type,
    status: 'False',
    reason,
    message: '',
    lastHeartbeatTime: since,
    lastTransitionTime: since,
  });
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: node.name,
      uid: uidOf(cluster.uid, 'node', node.name),
      resourceVersion: node.resourceVersion,
      creationTimestamp: since,
      labels: {
        'kubernetes.io/arch': node.architecture,
        'kubernetes.io/hostname': node.name,
        'kubernetes.io/os': 'linux',
        'node-role.kubernetes.io/worker': '',
        'hypershift.openshift.io/nodePool': node.pool,
        ...node.labels,
      },
    },
    spec: { providerID: `sandbox:///${cluster.namespace}/${node.name}` },
    status: {
      conditions: [
        healthy('MemoryPressure', 'KubeletHasSufficientMemory'),
        healthy('DiskPressure', 'KubeletHasNoDiskPressure'),
        healthy('PIDPressure', 'KubeletHasSufficientPID'),
        {
          type: 'Ready',
          status: node.isReady ? 'True' : 'False',
          reason: node.isReady ? 'KubeletReady' : 'KubeletNotReady',
          message: node.isReady ? 'kubelet is posting ready status' : 'container runtime is down',
          lastHeartbeatTime: since,
          lastTransitionTime: since,
        },
      ],
      addresses: [
        { type: 'InternalIP', address: `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}` },
        { type: 'Hostname', address: node.name },
      ],
      capacity: { cpu: '4', memory: '16Gi', pods: '250' },
      allocatable: { cpu: '3500m', memory: '15Gi', pods: '250' },
      nodeInfo: {
        architecture: node.architecture,
        operatingSystem: 'linux',
        kubeletVersion: node.kubeletVersion,
        kubeProxyVersion: node.kubeletVersion,
        osImage: `Red Hat Enterprise Linux CoreOS ${node.osVersion}`,
        kernelVersion: '5.14.0-570.el9.x86_64',
        containerRuntimeVersion: `cri-o://${node.kubeletVersion.replace(/^v/, '')}`,
        machineID: '',
        systemUUID: '',
        bootID: '',
      },
    },
  };
};

const clusterVersionTypes: Readonly<Record<string, string>> = {
  ClusterVersionAvailable: 'Available',
  ClusterVersionProgressing: 'Progressing',
  ClusterVersionReleaseAccepted: 'ReleaseAccepted',
  ClusterVersionRetrievedUpdates: 'RetrievedUpdates',
};

const clusterVersionObject = (cluster: GuestCluster): KubeObject => {
  const conditions = cluster.conditions.flatMap(
    ({ type, status, reason = '', message, lastTransitionTime }) => {
      const own = clusterVersionTypes[type];
      if (own) return [{ type: own, status, reason, message, lastTransitionTime }];
      // The operator turns the version operator's Failing around.
      if (type !== 'ClusterVersionSucceeding') return [];
      const failing = status === 'True' ? 'False' : status === 'False' ? 'True' : status;
      return [{ type: 'Failing', status: failing, reason, message, lastTransitionTime }];
    },
  );
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'ClusterVersion',
    metadata: {
      name: 'version',
      uid: uidOf(cluster.uid, 'version'),
      resourceVersion: cluster.resourceVersion,
      creationTimestamp: cluster.createdAt,
      generation: 1,
    },
    spec: { clusterID: cluster.clusterId, ...(cluster.channel && { channel: cluster.channel }) },
    status: {
      ...(cluster.version as unknown as JsonObject),
      conditions,
      versionHash: uidOf(cluster.version?.desired.image ?? '').slice(0, 8),
    },
  };
};

const fixedNamespaces = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
  'openshift-config',
  'openshift-ingress',
];

const namespaceObject = (cluster: GuestCluster, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name,
    uid: uidOf(cluster.uid, 'namespace', name),
    resourceVersion: '1',
    creationTimestamp: cluster.createdAt,
    labels: { 'kubernetes.io/metadata.name': name },
  },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
});

/** Every object of one kind, in the order of namespace and name. */
export const servedObjects = (cluster: GuestCluster, resource: GuestResource): readonly KubeObject[] => {
  const made = cluster.objects.filter(
    ({ kind, apiVersion }) => kind === resource.kind && apiVersion === apiVersionOf(resource),
  );
  const own: Readonly<Record<string, () => readonly KubeObject[]>> = {
    nodes: () => cluster.nodes.map((node, index) => nodeObject(cluster, node, index)),
    clusterversions: () => [clusterVersionObject(cluster)],
    namespaces: () => fixedNamespaces.map((name) => namespaceObject(cluster, name)),
  };
  const placeOf = ({ metadata }: KubeObject) => `${metadata.namespace ?? ''}/${metadata.name}`;
  return [...(own[resource.plural]?.() ?? []), ...made].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
};
