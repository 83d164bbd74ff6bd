import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';

export const imageOf = (version: string): string =>
  `quay.io/openshift-release-dev/ocp-release:${version}-multi`;

const publishedBy = (service: string) => ({
  service,
  servicePublishingStrategy: { type: service === 'APIServer' ? 'LoadBalancer' : 'Route' },
});

/** A namespace with everything that one cluster of two workers needs, in the order in which it is applied. */
export const objectsOf = (namespace: string, name: string): readonly KubeObject[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-pull-secret`, namespace },
    data: { '.dockerconfigjson': Buffer.from('{"auths":{}}').toString('base64') },
  },
  {
    apiVersion: 'hypershift.openshift.io/v1beta1',
    kind: 'HostedCluster',
    metadata: { name, namespace },
    spec: {
      release: { image: imageOf('4.20.3') },
      platform: { type: 'KubeVirt', kubevirt: { baseDomainPassthrough: true } },
      pullSecret: { name: `${name}-pull-secret` },
      dns: { baseDomain: 'example.org' },
      etcd: {
        managementType: 'Managed',
        managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
      },
      networking: {
        networkType: 'OVNKubernetes',
        clusterNetwork: [{ cidr: '10.132.0.0/14' }],
        serviceNetwork: [{ cidr: '172.31.0.0/16' }],
      },
      services: ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map(publishedBy),
    },
  },
  {
    apiVersion: 'hypershift.openshift.io/v1beta1',
    kind: 'NodePool',
    metadata: { name: `${name}-workers`, namespace },
    spec: {
      clusterName: name,
      replicas: 2,
      release: { image: imageOf('4.20.3') },
      arch: 'amd64',
      management: { upgradeType: 'Replace', autoRepair: true },
      platform: {
        type: 'KubeVirt',
        kubevirt: {
          compute: { cores: 2, memory: '8Gi' },
          rootVolume: { type: 'Persistent', persistent: { size: '32Gi' } },
        },
      },
    },
  },
];
