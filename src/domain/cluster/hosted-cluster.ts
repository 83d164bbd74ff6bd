import { platformOf } from '../platforms/platforms.ts';
import {
  cleanupAnnotation,
  clusterLabels,
  hostedClusterApiVersion,
  sandboxLabels,
} from '../shared/kube-names.ts';
import type { KubeObject } from '../shared/kube-object.ts';
import type { Cluster, Placement } from './cluster.ts';
import {
  type ClusterSecrets,
  renderEtcdKey,
  renderPlatformObjects,
  renderPullSecret,
  renderSshKey,
  renderTrustBundles,
} from './cluster-secrets.ts';
import { renderHostedClusterSpec, renderingOf } from './hosted-cluster-spec.ts';

export interface ClusterRenderInput {
  readonly cluster: Cluster;
  readonly placement: Placement;
  readonly secrets: ClusterSecrets;
}

const renderNamespace = ({ cluster, placement }: ClusterRenderInput): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: placement.namespace, labels: clusterLabels(cluster.id) },
});

const renderHostedCluster = ({ cluster, placement }: ClusterRenderInput): KubeObject => ({
  apiVersion: hostedClusterApiVersion,
  kind: 'HostedCluster',
  metadata: {
    name: cluster.domainPrefix,
    namespace: placement.namespace,
    labels: { ...clusterLabels(cluster.id), ...sandboxLabels(cluster.labels) },
    annotations: {
      [cleanupAnnotation]: 'true',
      ...platformOf(cluster.spec.platform.type).annotations?.(renderingOf(cluster)),
    },
  },
  spec: renderHostedClusterSpec(cluster),
});

/**
 * Everything of a cluster but its node pools, in the order in which it has to be there: what is referred to comes before
 * what refers to it. Same input, same output; neither clock nor random.
 */
export const renderCluster = (input: ClusterRenderInput): readonly KubeObject[] => [
  renderNamespace(input),
  ...renderTrustBundles(input),
  renderPullSecret(input, input.secrets.pullSecret),
  ...renderSshKey(input),
  ...renderPlatformObjects(input, renderingOf(input.cluster), input.secrets.credentials),
  ...renderEtcdKey(input, input.secrets.etcdEncryptionKey),
  renderHostedCluster(input),
];
