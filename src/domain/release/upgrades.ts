import type { FieldProblem } from '../shared/problem.ts';
import { type ControlPlaneVersions, lowestActiveVersion, minorsBetween } from './control-plane-versions.ts';
import { isWithinSkew, maxMinorsBehind } from './node-pool-skew.ts';
import type { Release } from './release.ts';
import { newestFirst } from './resolve-release.ts';
import { compareVersions, minorOrdinal } from './version.ts';

export interface UpgradeContext {
  readonly controlPlane: ControlPlaneVersions;
  /** Minors that the operator of the cluster's management cluster supports; empty when not known (yet). */
  readonly supportedMinors: readonly string[];
  /** The oldest version that each node pool runs or shall run. */
  readonly nodePools: readonly { readonly name: string; readonly version: string }[];
}

type Refusal = Pick<FieldProblem, 'code' | 'detail'>;

const checkDirection = (target: string, { desired }: ControlPlaneVersions): readonly Refusal[] =>
  compareVersions(target, desired) < 0
    ? [
        {
          code: 'downgrade',
          detail: `A control plane cannot go back from ${desired} to ${target}; give ${desired} or a newer version.`,
        },
      ]
    : [];

/** Upstream lets a jump over minors pass; the release's own operators do not survive it. */
const checkStep = (target: string, controlPlane: ControlPlaneVersions): readonly Refusal[] => {
  const lowest = lowestActiveVersion(controlPlane);
  const step = minorsBetween(lowest, target);
  return step === undefined || step > 1
    ? [
        {
          code: 'minor-skipped',
          detail: `From ${lowest} to ${target} a minor version would be skipped; upgrade one minor version at a time.`,
        },
      ]
    : [];
};

const checkSupport = (target: string, supportedMinors: readonly string[]): readonly Refusal[] => {
  const wanted = minorOrdinal(target);
  return supportedMinors.length === 0 || supportedMinors.some((minor) => minorOrdinal(minor) === wanted)
    ? []
    : [
        {
          code: 'version-not-supported',
          detail: `The management cluster of this cluster does not support ${target}; it supports ${supportedMinors.join(', ')}.`,
        },
      ];
};

const checkPools = (target: string, nodePools: UpgradeContext['nodePools']): readonly Refusal[] =>
  nodePools
    .filter(({ version }) => compareVersions(version, target) <= 0 && !isWithinSkew(version, target))
    .map(({ name, version }) => ({
      code: 'version-skew',
      detail: `Node pool ${name} runs ${version}, more than ${maxMinorsBehind} minor versions behind ${target}; upgrade it first.`,
    }));

const refusals = (target: string, context: UpgradeContext): readonly Refusal[] => [
  ...checkDirection(target, context.controlPlane),
  ...checkStep(target, context.controlPlane),
  ...checkSupport(target, context.supportedMinors),
  ...checkPools(target, context.nodePools),
];

/** Newer versions of the catalogue to which the cluster may go now; newest first. */
export const availableUpgrades = (
  context: UpgradeContext,
  catalogue: readonly Release[],
): readonly string[] =>
  newestFirst(catalogue)
    .filter(({ enabled }) => enabled)
    .map(({ version }) => version)
    .filter((version) => compareVersions(version, context.controlPlane.desired) > 0)
    .filter((version) => refusals(version, context).length === 0);

/** Why a cluster may not go to `target`. Every problem at once, each with the versions that are allowed. */
export const checkUpgrade = (
  target: string,
  context: UpgradeContext,
  catalogue: readonly Release[],
  pointer = '/spec/version',
): readonly FieldProblem[] => {
  const refused = refusals(target, context);
  if (refused.length === 0) return [];
  const allowed = availableUpgrades(context, catalogue).slice(0, 20);
  return refused.map((refusal) => ({ pointer, ...refusal, allowed }));
};
