import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../../src/domain/shared/kube-object.ts';

export const HOSTED_CLUSTER = { apiVersion: 'hypershift.openshift.io/v1beta1', kind: 'HostedCluster' };
export const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
export const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace' };

export const hostedClusterRef = (namespace: string, name = 'example'): KubeRef => ({
  ...HOSTED_CLUSTER,
  namespace,
  name,
});

export const configMapRef = (namespace: string, name: string): KubeRef => ({
  ...CONFIG_MAP,
  namespace,
  name,
});

const nodePort = (service: string): JsonObject => ({
  service,
  servicePublishingStrategy: { type: 'NodePort', nodePort: { address: '192.0.2.10' } },
});

/** Valid for the real CRD; `spec` and `metadata` are laid over it, field by field at the top. */
export const hostedCluster = (
  namespace: string,
  {
    name = 'example',
    spec = {},
    metadata = {},
  }: { name?: string; spec?: JsonObject; metadata?: JsonObject } = {},
): KubeObject =>
  ({
    ...HOSTED_CLUSTER,
    metadata: { name, namespace, ...metadata },
    spec: {
      release: { image: 'quay.io/openshift-release-dev/ocp-release:4.20.0-x86_64' },
      pullSecret: { name: 'example-pull-secret' },
      platform: { type: 'None' },
      dns: { baseDomain: 'example.com' },
      networking: {
        clusterNetwork: [{ cidr: '10.132.0.0/14' }],
        serviceNetwork: [{ cidr: '172.31.0.0/16' }],
        networkType: 'OVNKubernetes',
      },
      secretEncryption: { type: 'aescbc', aescbc: { activeKey: { name: 'example-etcd-encryption-key' } } },
      etcd: {
        managementType: 'Managed',
        managed: { storage: { type: 'PersistentVolume', persistentVolume: { size: '8Gi' } } },
      },
      services: ['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'].map(nodePort),
      ...spec,
    },
  }) as KubeObject;

export const configMap = (
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
  data: JsonObject = { key: 'value' },
): KubeObject => ({ ...CONFIG_MAP, metadata: { name, namespace, labels }, data });
