import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import { hasStatus } from '../../kube-client/kube-api-error.ts';
import type { KubeClient } from '../../kube-client/kube-client.ts';
import { resources } from '../../kube-client/resource.ts';
import type { Action } from '../decision.ts';
import type { HostedCluster } from '../objects.ts';
import { keyOf } from './object-cache.ts';
import { kubeadminSecret, kubeconfigSecret, ownerOf } from './secrets.ts';

export interface Performer {
  /** Does one thing; done before, it does nothing. */
  perform(action: Action): Promise<void>;
  /** The cluster is gone. */
  forget(clusterKey: string): void;
}

const createIfAbsent = async (client: KubeClient, object: KubeObject): Promise<boolean> => {
  const resource = object.kind === 'Secret' ? resources.secrets : resources.namespaces;
  try {
    await client.create(resource, object);
    return true;
  } catch (error) {
    if (hasStatus(error, 409)) return false;
    throw error;
  }
};

const safeToDelete = 'hypershift.openshift.io/safe-to-delete-with-cluster';
const createdForInfra = 'hypershift.openshift.io/auto-created-for-infra';

/** Secrets that carry both labels go with the cluster (CONTRACT §3). */
const adoptSecrets = async (client: KubeClient, action: Extract<Action, { kind: 'adoptSecrets' }>) => {
  const { cluster, infraId } = action;
  const { namespace } = cluster.metadata;
  const labelSelector = `${safeToDelete}=true,${createdForInfra}=${infraId}`;
  const { items } = await client.list(resources.secrets, { namespace, labelSelector });
  for (const { metadata } of items) {
    const owner = { ...ownerOf(cluster) };
    await client.mergePatch(
      resources.secrets,
      { namespace, name: metadata.name },
      { metadata: { ownerReferences: [owner] } },
    );
  }
};

/** `adminKubeconfigFor` makes the kubeconfig that the hosted cluster's administrator gets. */
export const createPerformer = (
  client: KubeClient,
  adminKubeconfigFor: (namespace: string, name: string) => string,
): Performer => {
  /** What stands for sure, so that it is not written at every look: cluster → kinds of action. */
  const standing = new Map<string, Set<string>>();

  const once = async (kind: string, cluster: HostedCluster, write: () => Promise<unknown>): Promise<void> => {
    const key = keyOf(cluster);
    if (standing.get(key)?.has(kind)) return;
    await write();
    standing.set(key, (standing.get(key) ?? new Set()).add(kind));
  };

  const ensureKubeconfig = async (cluster: HostedCluster) => {
    const { namespace, name } = cluster.metadata;
    const secret = kubeconfigSecret(cluster, adminKubeconfigFor(namespace, name));
    if (await createIfAbsent(client, secret)) return;
    // After a restart the hosted cluster's address or its CA may be another one.
    await client.mergePatch(
      resources.secrets,
      { namespace, name: secret.metadata.name },
      { data: secret.data, metadata: { ownerReferences: [{ ...ownerOf(cluster) }] } },
    );
  };

  return {
    async perform(action) {
      switch (action.kind) {
        case 'ensureNamespace': {
          const labels = { 'hypershift.openshift.io/hosted-control-plane': 'true' };
          const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: action.name, labels } };
          return once(action.kind, action.owner, () => createIfAbsent(client, namespace));
        }
        case 'ensureKubeconfig':
          return once(action.kind, action.cluster, () => ensureKubeconfig(action.cluster));
        case 'ensureKubeadminPassword':
          return once(action.kind, action.cluster, () =>
            createIfAbsent(client, kubeadminSecret(action.cluster)),
          );
        case 'adoptSecrets':
          return once(action.kind, action.cluster, () => adoptSecrets(client, action));
        case 'removeSecret': {
          const { cluster, name } = action;
          standing.get(keyOf(cluster))?.delete('ensureKubeadminPassword');
          return client.remove(resources.secrets, { namespace: cluster.metadata.namespace, name });
        }
        case 'deleteNodePool': {
          const { namespace, name, uid } = action.pool.metadata;
          try {
            return await client.remove(resources.nodePools, { namespace, name }, uid);
          } catch (error) {
            // Another pool of that name stands there now; the watch will tell.
            if (!hasStatus(error, 409)) throw error;
            return;
          }
        }
        case 'deleteNamespace':
          return client.remove(resources.namespaces, { name: action.name });
        default:
          action satisfies never;
      }
    },
    forget: (clusterKey) => void standing.delete(clusterKey),
  };
};
