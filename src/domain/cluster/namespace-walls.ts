import { clusterLabels, denyTrafficName, namespaceQuotaName } from '../shared/kube-names.ts';
import type { KubeObject } from '../shared/kube-object.ts';

/**
 * What the namespace of a cluster may hold, as a ResourceQuota says it. The control plane runs in a namespace of the operator's;
 * in this one is nothing that runs. Room is left for what others put here: the operator's kubeconfig and password, and the
 * Secrets and ConfigMaps that a cluster makes in each of its namespaces. A pool has two ConfigMaps at most.
 */
const namespaceLimits = {
  pods: '0',
  services: '0',
  persistentvolumeclaims: '0',
  secrets: '100',
  configmaps: '1000',
  'count/hostedclusters.hypershift.openshift.io': '1',
} as const;

/** Walls of the namespace of a cluster: nothing runs in it, and if something did, it would reach nothing and nothing would reach it. */
export const renderNamespaceWalls = (clusterId: string, namespace: string): readonly KubeObject[] => {
  const metadataOf = (name: string) => ({ name, namespace, labels: clusterLabels(clusterId) });
  return [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: metadataOf(denyTrafficName),
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: metadataOf(namespaceQuotaName),
      spec: { hard: namespaceLimits },
    },
  ];
};
