import type { PinnedRelease } from '../cluster/cluster.ts';
import type { Release } from './release.ts';
import { compareVersions, minorOrdinal } from './version.ts';

/** The versions of a control plane: what it shall run, and what it last completed. They differ during an upgrade. */
export interface ControlPlaneVersions {
  readonly desired: string;
  /** Absent until the first rollout is complete. */
  readonly current?: string;
}

/** The version that everything else has to fit: during an upgrade the older one, for that is still in use. */
export const lowestActiveVersion = ({ desired, current = desired }: ControlPlaneVersions): string =>
  compareVersions(current, desired) < 0 ? current : desired;

/** Minors between two versions, positive when `to` is newer; undefined when one of them has no place in the line of minors. */
export const minorsBetween = (from: string, to: string): number | undefined => {
  const [older, newer] = [minorOrdinal(from), minorOrdinal(to)];
  return older === undefined || newer === undefined ? undefined : newer - older;
};

/**
 * The release that a node pool without a version of its own starts with: that of the control plane, and during an upgrade the one
 * that is still in use, as far as the catalogue knows its image.
 */
export const followedRelease = (
  controlPlane: { readonly desired: PinnedRelease; readonly current?: string },
  catalogue: readonly Release[],
): PinnedRelease => {
  const { desired, current = desired.version } = controlPlane;
  const lowest = lowestActiveVersion({ desired: desired.version, current });
  const found = catalogue.find(({ version }) => version === lowest);
  return lowest === desired.version || found === undefined
    ? desired
    : { version: found.version, image: found.image };
};
