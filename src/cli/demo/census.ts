import { KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node';

export interface Census {
  /** Namespaces that Berth made: `hc-` and 26 characters. */
  readonly namespaces: readonly string[];
  /** Namespaces that the operator made for control planes. */
  readonly controlPlanes: readonly string[];
  readonly hostedClusters: readonly string[];
  readonly nodePools: readonly string[];
}

const apiVersion = 'hypershift.openshift.io/v1beta1';

const nameOf = (item: { metadata?: { namespace?: string; name?: string } }): string =>
  [item.metadata?.namespace, item.metadata?.name].filter((part) => part !== undefined).join('/');

/** What Berth has on the management cluster, counted there and not in Berth's own books. */
export const takeCensus = async (kubeconfig: string): Promise<Census> => {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const api = KubernetesObjectApi.makeApiClient(config);
  const list = async (version: string, kind: string): Promise<readonly string[]> => {
    const { items } = await api.list(version, kind);
    return items.map(nameOf);
  };
  const [namespaces, hostedClusters, nodePools] = await Promise.all([
    list('v1', 'Namespace'),
    list(apiVersion, 'HostedCluster'),
    list(apiVersion, 'NodePool'),
  ]);
  return {
    namespaces: namespaces.filter((name) => /^hc-[0-9a-z]{26}$/.test(name)),
    controlPlanes: namespaces.filter((name) => /^hc-[0-9a-z]{26}-/.test(name)),
    hostedClusters,
    nodePools,
  };
};

/** Nodes of a cluster, read with the kubeconfig that Berth returned. */
export const listNodes = async (kubeconfig: string): Promise<readonly string[]> => {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const { items } = await KubernetesObjectApi.makeApiClient(config).list('v1', 'Node');
  return items.map((item) => {
    const status = (
      item as {
        status?: { conditions?: { type: string; status: string }[]; nodeInfo?: { kubeletVersion?: string } };
      }
    ).status;
    const isReady =
      status?.conditions?.some((entry) => entry.type === 'Ready' && entry.status === 'True') === true;
    return `${nameOf(item).padEnd(48)} ${isReady ? 'Ready' : 'NotReady'}   ${status?.nodeInfo?.kubeletVersion ?? ''}`;
  });
};
