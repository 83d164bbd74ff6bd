import { randomBytes } from 'node:crypto';
import type { KubeMetadata, KubeObject } from '../../../domain/shared/kube-object.ts';
import { kubeadminSecretOf, kubeconfigSecretOf } from '../hosted-cluster/control-plane-steps.ts';
import type { HostedCluster, OwnerReference } from '../objects.ts';

export const ownerOf = (cluster: HostedCluster): OwnerReference => ({
  apiVersion: cluster.apiVersion,
  kind: cluster.kind,
  name: cluster.metadata.name,
  uid: cluster.metadata.uid,
});

const secretOf = (
  cluster: HostedCluster,
  name: string,
  data: Readonly<Record<string, string>>,
): KubeObject => {
  const { namespace, labels = {} } = cluster.metadata;
  const metadata: KubeMetadata & { ownerReferences: readonly OwnerReference[] } = {
    name,
    namespace,
    labels,
    ownerReferences: [ownerOf(cluster)],
  };
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata, data: Object.fromEntries(encoded) };
};

export const kubeconfigSecret = (cluster: HostedCluster, kubeconfig: string): KubeObject =>
  secretOf(cluster, kubeconfigSecretOf(cluster), { kubeconfig });

const letters = 'ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Upstream's form: four groups of five. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from(randomBytes(5), (byte) => letters[byte % letters.length]).join(''),
  ).join('-');

export const kubeadminSecret = (cluster: HostedCluster): KubeObject =>
  secretOf(cluster, kubeadminSecretOf(cluster), { password: makePassword() });
