import type { Owner } from './judge-thing.ts';
import type { LeakThing } from './leak.ts';

/** What the database has of the owners that marks and labels name, over all tenants. */
export interface KnownOwners {
  readonly infraIds: ReadonlySet<string>;
  /** Clusters with the management cluster that they are placed on. */
  readonly clusters: ReadonlyMap<string, string | undefined>;
  readonly nodePoolIds: ReadonlySet<string>;
  /** Clusters and pools whose deletion is remembered. */
  readonly deleted: ReadonlySet<string>;
}

/** What the management clusters say of infraIDs. */
export interface HostedClusterReferences {
  readonly infraIds: ReadonlySet<string>;
  /** Each management cluster was seen whole not long ago. */
  readonly areAllKnown: boolean;
}

/** Ids that the marks of things name, without those that are not there. */
export const namedOwners = (things: readonly LeakThing[]) => {
  const named = (ids: readonly (string | undefined)[]): readonly string[] => [
    ...new Set(ids.filter((id): id is string => id !== undefined && id !== '')),
  ];
  return {
    infraIds: named(things.map(({ infraId }) => infraId)),
    clusterIds: named(things.map(({ clusterId }) => clusterId)),
    nodePoolIds: named(things.map(({ nodePoolId }) => nodePoolId)),
  };
};

/** Any living owner that a mark names is enough to keep a thing; its death must be told by every witness. */
export const ownerOfResource = (
  { infraId = '', clusterId = '' }: LeakThing,
  known: KnownOwners,
  references: HostedClusterReferences,
): Owner => {
  if (known.infraIds.has(infraId) || known.clusters.has(clusterId)) return 'live';
  if (references.infraIds.has(infraId)) return 'referred';
  if (!references.areAllKnown) return 'unreadable';
  return known.deleted.has(clusterId) ? 'deleted' : 'unknown';
};

/** The same for an object of a management cluster. A NodePool can be left behind by its pool while its cluster lives. */
export const ownerOfObject = (
  { type, clusterId = '', nodePoolId }: LeakThing,
  known: KnownOwners,
  managementClusterId: string,
): Owner => {
  const isPool = type === 'NodePool' && nodePoolId !== undefined;
  const lives = isPool ? known.nodePoolIds.has(nodePoolId) : known.clusters.has(clusterId);
  if (lives) {
    const placedOn = known.clusters.get(clusterId);
    return placedOn === undefined || placedOn === managementClusterId ? 'live' : 'elsewhere';
  }
  const isDeleted = known.deleted.has(clusterId) || (isPool && known.deleted.has(nodePoolId));
  return isDeleted ? 'deleted' : 'unknown';
};
