import { clusterLabels, hostedClusterApiVersion } from '../shared/kube-names.ts';
import type { KubeObject } from '../shared/kube-object.ts';
import type { Cluster, Placement } from './cluster.ts';
import {
  type ClusterSecrets,
  renderAuditWebhook,
  renderEtcdKey,
  renderPlatformObjects,
  renderProxyTrustBundle,
  renderPullSecret,
  renderSigningKey,
  renderSshKey,
  renderTrustBundle,
} from './cluster-secrets.ts';
import { hostedClusterAnnotations, hostedClusterLabels } from './hosted-cluster-metadata.ts';
import { renderHostedClusterSpec, renderingOf } from './hosted-cluster-spec.ts';
import { renderNamespaceWalls } from './namespace-walls.ts';

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
    labels: hostedClusterLabels(cluster),
    annotations: hostedClusterAnnotations(cluster, renderingOf(cluster)),
  },
  spec: renderHostedClusterSpec(cluster),
});

/**
 * Everything of a cluster but its node pools, in the order in which it has to be there: what is referred to comes before
 * what refers to it. Same input, same output; neither clock nor random.
 */
export const renderCluster = (input: ClusterRenderInput): readonly KubeObject[] => [
  renderNamespace(input),
  ...renderNamespaceWalls(input.cluster.id, input.placement.namespace),
  ...renderTrustBundle(input),
  renderPullSecret(input, input.secrets.pullSecret),
  ...renderSshKey(input),
  ...renderSigningKey(input, input.secrets.signingKey),
  ...renderProxyTrustBundle(input),
  ...renderAuditWebhook(input, input.secrets.credentials),
  ...renderPlatformObjects(input, renderingOf(input.cluster), input.secrets.credentials),
  ...renderEtcdKey(input, input.secrets.etcdEncryptionKey),
  renderHostedCluster(input),
];
