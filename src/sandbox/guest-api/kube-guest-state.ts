import { createHash } from 'node:crypto';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { isTrue } from '../hypershift-simulator/conditions.ts';
import { hasMachines, nodesOf, nodeVersions } from '../hypershift-simulator/node-pool/nodes.ts';
import {
  asHostedCluster,
  asNodePool,
  controlPlaneNamespaceOf,
  type HostedCluster,
  type NodePool,
} from '../hypershift-simulator/objects.ts';
import { kubeletVersionOf } from '../hypershift-simulator/release.ts';
import { hasStatus } from '../kube-client/kube-api-error.ts';
import type { KubeClient } from '../kube-client/kube-client.ts';
import { resources } from '../kube-client/resource.ts';
import type { GuestCluster, GuestNode, GuestState } from './guest-cluster.ts';
import { GuestError } from './guest-error.ts';

const kindLabel = 'sandbox.berth.io/guest-object';

const completedVersion = (cluster: HostedCluster): string =>
  cluster.status?.version?.history.find(({ state }) => state === 'Completed')?.version ??
  cluster.status?.controlPlaneVersion?.desired.version ??
  '';

/** One entry for each node: first those that are ready, of each version. */
const versionsOf = (pool: NodePool): readonly { version: string; isReady: boolean }[] => {
  if (!hasMachines(pool)) {
    const version = pool.status?.version ?? '';
    return Array.from({ length: nodesOf(pool) }, () => ({ version, isReady: true }));
  }
  return nodeVersions(pool.status ?? {}).flatMap(({ ocpVersion, readyNodeCount, unreadyNodeCount }) => [
    ...Array.from({ length: readyNodeCount }, () => ({ version: ocpVersion, isReady: true })),
    ...Array.from({ length: unreadyNodeCount }, () => ({ version: ocpVersion, isReady: false })),
  ]);
};

const guestNodes = (pool: NodePool): readonly GuestNode[] =>
  versionsOf(pool).map(({ version, isReady }, index) => ({
    name: `${pool.metadata.name}-${index}`,
    pool: pool.metadata.name,
    isReady,
    kubeletVersion: kubeletVersionOf(version),
    osVersion: version,
    architecture: pool.spec.arch ?? 'amd64',
    labels: pool.spec.nodeLabels ?? {},
    createdAt: pool.metadata.creationTimestamp ?? '',
    resourceVersion: pool.metadata.resourceVersion ?? '',
  }));

const parseStored = ({ data, metadata }: KubeObject): readonly KubeObject[] => {
  const text = data?.['object'];
  if (typeof text !== 'string') return [];
  const object = JSON.parse(text) as KubeObject;
  return [{ ...object, metadata: { ...object.metadata, resourceVersion: metadata.resourceVersion ?? '' } }];
};

/** Names of guest objects may hold what names of ConfigMaps may not. */
const storedName = ({ kind, metadata }: KubeObject): string => {
  const place = `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
  return `guest-${createHash('sha256').update(place).digest('hex').slice(0, 24)}`;
};

/** Clusters are read from HostedClusters and NodePools; what clients make is kept in ConfigMaps of the control-plane namespace, and goes with it. */
export const createKubeGuestState = (client: KubeClient): GuestState => ({
  async load(namespace, name) {
    const place = { metadata: { namespace, name } };
    const [found, pools, stored] = await Promise.all([
      client.get(resources.hostedClusters, { namespace, name }),
      client.list(resources.nodePools, { namespace }),
      client.list(resources.configMaps, {
        namespace: controlPlaneNamespaceOf(place),
        labelSelector: kindLabel,
      }),
    ]);
    if (!found) return undefined;
    const cluster = asHostedCluster(found);
    const { metadata, spec, status } = cluster;
    const guest: GuestCluster = {
      namespace,
      name,
      uid: metadata.uid,
      clusterId: spec.clusterID ?? '',
      channel: spec.channel,
      createdAt: metadata.creationTimestamp ?? '',
      resourceVersion: metadata.resourceVersion ?? '',
      isServing: isTrue(status?.conditions, 'KubeAPIServerAvailable') && status?.kubeconfig !== undefined,
      kubernetesVersion: kubeletVersionOf(completedVersion(cluster)),
      version: status?.version,
      conditions: status?.conditions ?? [],
      nodes: pools.items
        .map(asNodePool)
        .filter((pool) => pool.spec.clusterName === name)
        .flatMap(guestNodes),
      objects: stored.items.flatMap(parseStored),
    };
    return guest;
  },

  async save(cluster, object) {
    const { resourceVersion, ...metadata } = object.metadata;
    const configMap: KubeObject = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: storedName(object),
        namespace: controlPlaneNamespaceOf({ metadata: cluster }),
        labels: { [kindLabel]: object.kind.toLowerCase() },
        ...(resourceVersion && { resourceVersion }),
      },
      data: {
        object: JSON.stringify({ ...object, metadata } satisfies { metadata: object } & object),
      } as JsonObject,
    };
    try {
      const written = resourceVersion
        ? await client.replace(resources.configMaps, configMap)
        : await client.create(resources.configMaps, configMap);
      return {
        ...object,
        metadata: { ...metadata, resourceVersion: written.metadata.resourceVersion ?? '' },
      };
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
      throw new GuestError(
        409,
        'Conflict',
        'the object has been modified; please apply your changes to the latest version',
      );
    }
  },

  async remove(cluster, object) {
    const namespace = controlPlaneNamespaceOf({ metadata: cluster });
    await client.remove(resources.configMaps, { namespace, name: storedName(object) });
  },
});
