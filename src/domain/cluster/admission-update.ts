import type { CredentialKind } from '../credential/credential.ts';
import type { NodePool } from '../node-pool/node-pool.ts';
import { checkNodePoolSpec } from '../node-pool/node-pool-admission-spec.ts';
import { checkLabelMap } from '../platforms/label-checks.ts';
import type { Release } from '../release/release.ts';
import { resolveRelease } from '../release/resolve-release.ts';
import { checkUpgrade, type UpgradeContext } from '../release/upgrades.ts';
import { compareVersions } from '../release/version.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { introducedProblems } from '../shared/problem-sets.ts';
import { checkSafeText } from '../shared/safe-text.ts';
import { sameJson } from '../shared/same-json.ts';
import { checkImmutableClusterFields } from './admission-immutable.ts';
import { checkClusterSpec } from './admission-spec.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterSpec } from './cluster-spec.ts';
import { addedCredentials, checkCredentials } from './credential-references.ts';

/** What the admission of a change needs. Everything is read under the lock of the cluster's row. */
export interface ClusterUpdateContext {
  /** Before the change; `labels` and `spec` are after it. */
  readonly cluster: Pick<Cluster, 'spec' | 'labels' | 'release' | 'status' | 'domainPrefix' | 'infraId'>;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ClusterSpec;
  readonly nodePools: readonly Pick<
    NodePool,
    'name' | 'spec' | 'release' | 'status' | 'deletionRequestedAt'
  >[];
  readonly releases: readonly Release[];
  /** RFC 3339. */
  readonly now: string;
  /** Kinds of the tenant's credentials that the changed spec names and the one before did not, by id. */
  readonly credentialKinds: ReadonlyMap<string, CredentialKind>;
  /** Of the management cluster that it is placed on; absent or empty when not known. */
  readonly supportedMinors?: readonly string[];
}

const remainingPools = ({ nodePools }: ClusterUpdateContext): ClusterUpdateContext['nodePools'] =>
  nodePools.filter(({ deletionRequestedAt }) => deletionRequestedAt === undefined);

/** The older of what a pool runs and what it shall run. */
const oldestVersion = ({ release, status }: ClusterUpdateContext['nodePools'][number]): string =>
  status.version !== undefined && compareVersions(status.version, release.version) < 0
    ? status.version
    : release.version;

const upgradeContextOf = (context: ClusterUpdateContext): UpgradeContext => {
  const { release, status } = context.cluster;
  const { current } = status.version;
  return {
    controlPlane: { desired: release.version, ...(current === undefined ? {} : { current }) },
    supportedMinors: context.supportedMinors ?? [],
    nodePools: remainingPools(context).map((pool) => ({ name: pool.name, version: oldestVersion(pool) })),
  };
};

/** A version that is not touched is not looked up again, and a channel not read again. */
const checkVersionChange = (context: ClusterUpdateContext): readonly FieldProblem[] => {
  const { cluster, spec, releases } = context;
  if (sameJson(spec.version, cluster.spec.version)) return [];
  const resolved = resolveRelease(spec.version, releases);
  if (!('image' in resolved)) return [resolved];
  if (resolved.version === cluster.release.version) return [];
  return checkUpgrade(resolved.version, upgradeContextOf(context), releases);
};

const checkPlacementChange = ({ cluster, spec }: ClusterUpdateContext): readonly FieldProblem[] =>
  cluster.status.placement.managementClusterId === undefined ||
  sameJson(cluster.spec.placement?.labels ?? {}, spec.placement?.labels ?? {})
    ? []
    : [
        {
          pointer: '/spec/placement/labels',
          code: 'immutable',
          detail: 'placement.labels cannot be changed. The cluster is placed already. Make another cluster.',
        },
      ];

/** A pool that would not be taken into the changed cluster: a zone is gone that it is in, a tag has another value. */
const checkPools = (context: ClusterUpdateContext): readonly FieldProblem[] => {
  const { cluster, spec } = context;
  const { type } = spec.platform;
  if (type !== cluster.spec.platform.type || sameJson(cluster.spec, spec)) return [];
  return remainingPools(context).flatMap(({ name, spec: pool }) => {
    const check = (owner: ClusterSpec) => checkNodePoolSpec(owner, pool, ['spec']);
    return introducedProblems(check(cluster.spec), check(spec)).map(({ detail }) => ({
      pointer: `/spec/platform/${type}`,
      code: 'conflict',
      detail: `Node pool ${name} would not fit any more: ${detail} Change the pool first.`,
    }));
  });
};

/**
 * Whether a cluster may be changed as asked: every problem at once. What was wrong before and is not touched is not held against
 * the change, so that a rule that came later does not lock a cluster.
 */
export const admitClusterUpdate = (context: ClusterUpdateContext): readonly FieldProblem[] => {
  const { cluster, labels, spec } = context;
  const pools = remainingPools(context);
  const check = (wanted: { readonly labels: typeof labels; readonly spec: ClusterSpec }) => [
    ...checkSafeText({ labels: wanted.labels }),
    ...checkLabelMap(wanted.labels, ['labels']),
    ...checkClusterSpec(
      wanted.spec,
      pools.map((pool) => pool.spec),
      cluster.domainPrefix,
      context.now,
    ),
  ];
  const immutable = checkImmutableClusterFields(cluster, spec);
  const after = check({ labels, spec });
  return [
    ...immutable,
    // What was wrong before matters only when something is wrong now.
    ...(after.length === 0 ? [] : introducedProblems(check(cluster), after)),
    ...checkCredentials(addedCredentials(cluster.spec, spec), context.credentialKinds),
    ...checkVersionChange(context),
    ...checkPlacementChange(context),
    ...checkPools(context),
  ];
};
