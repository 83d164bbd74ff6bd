import type { Stamp } from '../conditions.ts';
import type { HistoryEntry, HostedClusterStatus, VersionStatus } from '../objects.ts';
import { parseRelease, type Release, type ReleaseVersion } from '../release.ts';

const longestHistory = 100;

/** Before the hosted cluster reports anything the operator writes one Partial entry, without a version. */
export const firstVersion = (image: string, at: string): VersionStatus => ({
  desired: { version: '', image },
  history: [{ state: 'Partial', image, startedTime: at, completionTime: null, verified: false }],
  availableUpdates: [],
  observedGeneration: 0,
});

const partial = (release: Release, image: string, at: string): HistoryEntry => ({
  state: 'Partial',
  version: release.text,
  image,
  startedTime: at,
  completionTime: null,
  verified: false,
});

/** The cluster's own version operator has taken the release over: the version is known, the work begins. */
export const beginVersion = (
  version: VersionStatus,
  release: Release,
  image: string,
  stamp: Stamp,
): VersionStatus => {
  const [head, ...older] = version.history;
  const goesOn = head?.image === image && head.state === 'Partial';
  const closed =
    head && !goesOn && head.completionTime === null ? { ...head, completionTime: stamp.at } : head;
  const history = goesOn
    ? [{ ...head, version: release.text }, ...older]
    : [partial(release, image, stamp.at), ...(closed ? [closed] : []), ...older];
  return {
    ...version,
    desired: { version: release.text, image },
    history: history.slice(0, longestHistory),
    observedGeneration: stamp.generation,
  };
};

export const completeVersion = (version: VersionStatus, at: string): VersionStatus => {
  const [head, ...older] = version.history;
  if (!head) return version;
  return { ...version, history: [{ ...head, state: 'Completed', completionTime: at }, ...older] };
};

/** The newest version that was once whole. */
export const lastCompleted = (status: HostedClusterStatus | undefined): ReleaseVersion | undefined => {
  const entry = status?.version?.history.find(({ state }) => state === 'Completed');
  return entry?.version === undefined ? undefined : parseRelease(entry.version);
};

/** A version change after the first rollout; the first rollout is none (CONTRACT §18.1). */
export const isUpgrading = (status: HostedClusterStatus | undefined): boolean =>
  status?.version?.history[0]?.state === 'Partial' && lastCompleted(status) !== undefined;
