import type { FieldProblem } from '../shared/problem.ts';
import { type ControlPlaneVersions, lowestActiveVersion, minorsBetween } from './control-plane-versions.ts';
import type { Release } from './release.ts';
import { allowedVersions } from './resolve-release.ts';
import { compareVersions, minorName, minorOrdinal } from './version.ts';

/** A node pool may be at most so many minors behind. Source: openshift/hypershift support/supportedversion ValidateVersionSkew. */
export const maxMinorsBehind = 3;

/** Whether nodes of `version` work with a control plane whose lowest active version is `lowest`. */
export const isWithinSkew = (version: string, lowest: string): boolean => {
  const behind = minorsBetween(version, lowest);
  return compareVersions(version, lowest) <= 0 && behind !== undefined && behind <= maxMinorsBehind;
};

/** `4.17.0 to 4.20.3`. */
export const skewRange = (lowest: string): string => {
  const ordinal = minorOrdinal(lowest);
  return ordinal === undefined ? lowest : `${minorName(ordinal - maxMinorsBehind)}.0 to ${lowest}`;
};

/**
 * A pool is never newer than its control plane. During an upgrade the older version counts until the newer one is complete:
 * upstream only reports a pool that is too new, and its nodes do not come up.
 */
export const checkNodePoolVersion = (
  version: string,
  controlPlane: ControlPlaneVersions,
  catalogue: readonly Release[],
  pointer: string,
): readonly FieldProblem[] => {
  const lowest = lowestActiveVersion(controlPlane);
  if (isWithinSkew(version, lowest)) return [];
  const detail = `Version ${version} does not work with the control plane, which runs ${lowest}; allowed is ${skewRange(lowest)}.`;
  const fitting = catalogue.filter((release) => release.enabled && isWithinSkew(release.version, lowest));
  return [{ pointer, code: 'version-skew', detail, allowed: allowedVersions(fitting) }];
};
