import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import type { ClusterRow, Rows } from './rows.ts';

/** Objects of each management cluster, by its id in the database. */
export type ManagementObjects = ReadonlyMap<string, readonly KubeObject[]>;

const clusterIdLabel = 'berth.io/cluster-id';
const nodePoolIdLabel = 'berth.io/node-pool-id';
/** Ours, and the control plane's that the operator derives from it. */
const namespaceOfBerth = /^hc-[0-9a-z]{26}(-.+)?$/;

interface Found {
  readonly managementClusterId: string;
  readonly object: KubeObject;
}

const placeOf = ({ managementClusterId, object }: Found): string =>
  [managementClusterId, object.kind, object.metadata.namespace, object.metadata.name]
    .filter((part) => part !== undefined)
    .join(' ');

const isOfBerth = ({ kind, metadata }: KubeObject): boolean => {
  if (kind === 'HostedCluster' || kind === 'NodePool') return true;
  return namespaceOfBerth.test(kind === 'Namespace' ? metadata.name : (metadata.namespace ?? ''));
};

const namespaceOf = ({ kind, metadata }: KubeObject): string =>
  (kind === 'Namespace' ? metadata.name : (metadata.namespace ?? '')).slice(0, 'hc-'.length + 26);

/** What a placed cluster and its pools must have on the management cluster, once they were applied. */
const expectedPlaces = (rows: Rows, placed: ReadonlyMap<string, ClusterRow>): readonly string[] => {
  const clusters = [...placed.values()].filter(({ applied, deleting }) => applied && !deleting);
  const ofClusters = clusters.flatMap(({ management_cluster_id, placement }) => [
    `${management_cluster_id} Namespace ${placement?.namespace}`,
    `${management_cluster_id} HostedCluster ${placement?.namespace} ${placement?.hostedClusterName}`,
  ]);
  const pools = rows.nodePools.filter(({ applied, deleting }) => applied && !deleting);
  const ofPools = pools.map(({ id, cluster_id }) => {
    const cluster = placed.get(cluster_id);
    return `${cluster?.management_cluster_id} NodePool ${cluster?.placement?.namespace} np-${id.split('_')[1]}`;
  });
  return [...ofClusters, ...ofPools];
};

/**
 * I3 and I4 on the management clusters, both ways: what is there has a row that says so, and what has such a row is
 * there. I2 too: one cluster has one HostedCluster, wherever it is.
 */
export const findOrphans = (rows: Rows, objects: ManagementObjects): readonly string[] => {
  const found: Found[] = [...objects].flatMap(([managementClusterId, list]) =>
    list.filter(isOfBerth).map((object) => ({ managementClusterId, object })),
  );
  const placed = new Map(rows.clusters.filter((row) => row.placement !== null).map((row) => [row.id, row]));
  const homes = new Set(
    [...placed.values()].map((row) => `${row.management_cluster_id} ${row.placement?.namespace}`),
  );
  const pools = new Set(rows.nodePools.map(({ id }) => `np-${id.split('_')[1]}`));
  const names = new Set([...placed.values()].map(({ placement }) => placement?.hostedClusterName));

  const isWanted = ({ managementClusterId, object }: Found): boolean => {
    if (!homes.has(`${managementClusterId} ${namespaceOf(object)}`)) return false;
    if (object.kind === 'HostedCluster') return names.has(object.metadata.name);
    return object.kind !== 'NodePool' || pools.has(object.metadata.name);
  };
  const places = new Set(found.map(placeOf));
  const hostedClusters = found.filter(({ object }) => object.kind === 'HostedCluster');
  const byLabel = Map.groupBy(hostedClusters, ({ object }) => object.metadata.labels?.[clusterIdLabel] ?? '');
  const byPool = Map.groupBy(
    found.filter(({ object }) => object.kind === 'NodePool'),
    ({ object }) => object.metadata.labels?.[nodePoolIdLabel] ?? '',
  );
  const twice = [...byLabel, ...byPool].filter(([, list]) => list.length > 1);
  return [
    ...found.filter((entry) => !isWanted(entry)).map((entry) => `I3: nobody wants ${placeOf(entry)}`),
    ...expectedPlaces(rows, placed)
      .filter((place) => !places.has(place))
      .map((place) => `I3: ${place} is missing`),
    ...twice.map(([id, list]) => `I2: ${id} has ${list.map(placeOf).join(' and ')}`),
  ];
};
