import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import { connectKube, type KubeConnection, requestKube } from '../kube/kube-connection.ts';

const hypershift = '/apis/hypershift.openshift.io/v1beta1';

const listed = [
  { path: '/api/v1/namespaces', apiVersion: 'v1', kind: 'Namespace' },
  { path: '/api/v1/secrets', apiVersion: 'v1', kind: 'Secret' },
  { path: '/api/v1/configmaps', apiVersion: 'v1', kind: 'ConfigMap' },
  { path: '/api/v1/resourcequotas', apiVersion: 'v1', kind: 'ResourceQuota' },
  {
    path: '/apis/networking.k8s.io/v1/networkpolicies',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
  },
  {
    path: `${hypershift}/hostedclusters`,
    apiVersion: 'hypershift.openshift.io/v1beta1',
    kind: 'HostedCluster',
  },
  { path: `${hypershift}/nodepools`, apiVersion: 'hypershift.openshift.io/v1beta1', kind: 'NodePool' },
] as const;

/** All objects of the kinds that Berth makes, whoever made them, straight from an API server. */
export const listManagementObjects = async (kubeconfig: string): Promise<readonly KubeObject[]> => {
  const connection: KubeConnection = connectKube(kubeconfig);
  try {
    const lists = await Promise.all(
      listed.map(async ({ path, apiVersion, kind }) => {
        const { status, body } = await requestKube(connection, { path });
        if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
        return (body.items as KubeObject[]).map((item) => ({ ...item, apiVersion, kind }));
      }),
    );
    return lists.flat();
  } finally {
    connection.agent.destroy();
  }
};

/** Names of the nodes that a kubeconfig reaches. Throws what the server says when it refuses. */
export const listNodeNames = async (kubeconfig: string): Promise<readonly string[]> => {
  const connection = connectKube(kubeconfig);
  try {
    const prefix = new URL(connection.server).pathname.replace(/\/$/, '');
    const { status, body } = await requestKube(connection, { path: `${prefix}/api/v1/nodes` });
    if (status !== 200) throw new Error(`the nodes were refused with ${status}: ${JSON.stringify(body)}`);
    return (body.items as KubeObject[]).map((node) => node.metadata.name);
  } finally {
    connection.agent.destroy();
  }
};
