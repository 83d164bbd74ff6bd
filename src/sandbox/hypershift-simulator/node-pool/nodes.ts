import type { NodePool, NodePoolStatus, NodeVersion } from '../objects.ts';
import { kubeletVersionOf } from '../release.ts';

/** None pools have no machines: their nodes join by hand, and in the sandbox that is done at once. */
export const hasMachines = (pool: NodePool): boolean => pool.spec.platform.type !== 'None';

/** Worker nodes of a pool that have joined, also those that are not ready. */
export const nodesOf = (pool: NodePool): number => {
  if (hasMachines(pool)) return pool.status?.replicas ?? 0;
  return pool.status?.version === undefined ? 0 : (pool.spec.replicas ?? 0);
};

/** What the pool should have. The autoscaler of the sandbox keeps what is there and stays within its bounds. */
export const wantedNodesOf = (pool: NodePool): number => {
  const { autoScaling, replicas } = pool.spec;
  if (!autoScaling) return replicas ?? 0;
  // The effective minimum is 1: nothing here can scale up from zero.
  const min = Math.max(1, autoScaling.min ?? 1);
  return Math.min(Math.max(pool.status?.replicas ?? 0, min), Math.max(min, autoScaling.max));
};

export const nodeVersions = (status: NodePoolStatus): readonly NodeVersion[] =>
  status.nodesInfo?.nodeVersions ?? [];

const change = (versions: readonly NodeVersion[], version: string, by: number): readonly NodeVersion[] => {
  const present = versions.find((entry) => entry.ocpVersion === version);
  const count = (present?.readyNodeCount ?? 0) + by;
  const changed: NodeVersion = {
    ocpVersion: version,
    kubeletVersion: kubeletVersionOf(version),
    readyNodeCount: count,
    unreadyNodeCount: present?.unreadyNodeCount ?? 0,
  };
  if (!present) return [...versions, changed];
  return versions
    .map((entry) => (entry === present ? changed : entry))
    .filter((entry) => entry.readyNodeCount + entry.unreadyNodeCount > 0);
};

/** The CRD asks for at least one version, so an empty pool has no nodesInfo at all. */
const withVersions = (status: NodePoolStatus, versions: readonly NodeVersion[]): NodePoolStatus => {
  const { nodesInfo: _old, ...rest } = status;
  const replicas = versions.reduce((sum, entry) => sum + entry.readyNodeCount + entry.unreadyNodeCount, 0);
  return { ...rest, replicas, ...(versions.length > 0 && { nodesInfo: { nodeVersions: versions } }) };
};

export const addNode = (status: NodePoolStatus, version: string): NodePoolStatus =>
  withVersions(status, change(nodeVersions(status), version, 1));

/** Nodes of another version than the wanted one go first. */
export const removeNode = (status: NodePoolStatus, wanted: string): NodePoolStatus => {
  const versions = nodeVersions(status);
  const victim = versions.find((entry) => entry.ocpVersion !== wanted) ?? versions[0];
  return victim ? withVersions(status, change(versions, victim.ocpVersion, -1)) : status;
};

export const outdatedVersion = (status: NodePoolStatus, wanted: string): string | undefined =>
  nodeVersions(status).find((entry) => entry.ocpVersion !== wanted)?.ocpVersion;

export const replaceNode = (status: NodePoolStatus, from: string, to: string): NodePoolStatus =>
  withVersions(status, change(change(nodeVersions(status), from, -1), to, 1));
