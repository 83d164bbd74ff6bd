import type { Cluster } from '../cluster/cluster.ts';
import { applyClusterDefaults } from '../cluster/cluster-defaults.ts';
import { checkNamespaces, nodePoolNamespaces } from '../cluster/namespace-references.ts';
import { readNetworks } from '../network/cluster-networks.ts';
import { checkMachineRoom } from '../network/machine-room.ts';
import { nodeShortages, type PoolSize } from '../network/node-capacity.ts';
import { checkLabelMap } from '../platforms/label-checks.ts';
import { platformOf } from '../platforms/platforms.ts';
import { checkNodePoolVersion } from '../release/node-pool-skew.ts';
import type { Release } from '../release/release.ts';
import { resolveRelease } from '../release/resolve-release.ts';
import { compareVersions } from '../release/version.ts';
import { isDnsLabel } from '../shared/kube-names.ts';
import { dnsLabelPattern } from '../shared/names.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { introducedProblems } from '../shared/problem-sets.ts';
import { checkSafeText } from '../shared/safe-text.ts';
import type { NodePool } from './node-pool.ts';
import { checkImmutableNodePoolFields } from './node-pool-admission-immutable.ts';
import { checkNodePoolSpec } from './node-pool-admission-spec.ts';
import type { NodePoolSpec } from './node-pool-spec.ts';

/** What the admission of a new node pool needs. Everything is read under the lock of the cluster's row. */
export interface NodePoolAdmissionContext {
  readonly cluster: Pick<Cluster, 'spec' | 'release' | 'status'>;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: NodePoolSpec;
  /** The other pools of the cluster. A taken name is a conflict and found elsewhere. */
  readonly siblings: readonly Pick<NodePool, 'spec' | 'deletionRequestedAt'>[];
  readonly releases: readonly Release[];
  /** Namespaces of the management clusters that are open to the tenant, of those that the spec names; absent: none. */
  readonly openNamespaces?: ReadonlySet<string>;
}

export interface NodePoolUpdateContext extends Omit<NodePoolAdmissionContext, 'name' | 'siblings'> {
  /** The pool before the change; `labels` and `spec` are after it. */
  readonly nodePool: Pick<NodePool, 'id' | 'spec' | 'labels' | 'release'>;
  /** All pools of the cluster; this one among them does not count twice. */
  readonly siblings: readonly Pick<NodePool, 'id' | 'spec' | 'deletionRequestedAt'>[];
}

type Owner = NodePoolAdmissionContext['cluster'];

const checkVersion = (version: string, { release, status }: Owner, releases: readonly Release[]) => {
  const pointer = '/spec/version';
  const resolved = resolveRelease(version, releases, pointer);
  if (!('image' in resolved)) return [resolved];
  const { current } = status.version;
  const controlPlane = { desired: release.version, ...(current === undefined ? {} : { current }) };
  return checkNodePoolVersion(version, controlPlane, releases, pointer);
};

/** Whether every node that the pools may have gets a slice of the pod network, and its machine an address. */
const checkRoom = (
  cluster: Owner,
  spec: NodePoolSpec,
  others: readonly PoolSize[],
): readonly FieldProblem[] => {
  const { network } = applyClusterDefaults(cluster.spec);
  const machines = platformOf(cluster.spec.platform.type).machineRange?.(cluster.spec);
  const networks = readNetworks(cluster.spec.network, network, machines);
  const pools = [...others, spec];
  return [
    ...(network.type === 'OVNKubernetes' ? nodeShortages(networks, network.hostPrefix, pools) : []),
    ...checkMachineRoom(networks, machines, pools),
  ].map(({ detail }) => ({
    pointer: spec.autoscaling === undefined ? '/spec/replicas' : '/spec/autoscaling/max',
    code: 'out-of-range',
    detail,
  }));
};

const staying = (pools: NodePoolAdmissionContext['siblings']): readonly PoolSize[] =>
  pools.filter(({ deletionRequestedAt }) => deletionRequestedAt === undefined).map(({ spec }) => spec);

/** Whether a node pool may be made as asked: every problem at once, none when it may. */
export const admitNodePool = (context: NodePoolAdmissionContext): readonly FieldProblem[] => {
  const { cluster, name, labels, spec, releases } = context;
  return [
    ...checkSafeText({ name, labels, spec }),
    ...(isDnsLabel(name) ? [] : [nameProblem(name, '/name')]),
    ...checkLabelMap(labels, ['labels']),
    ...checkNodePoolSpec(cluster.spec, spec, ['spec']),
    ...(spec.version === undefined ? [] : checkVersion(spec.version, cluster, releases)),
    ...checkNamespaces(nodePoolNamespaces(cluster.spec, spec), context.openNamespaces),
    ...checkRoom(cluster, spec, staying(context.siblings)),
  ];
};

export const nameProblem = (name: string, pointer: string): FieldProblem => ({
  pointer,
  code: 'invalid-format',
  detail: `${JSON.stringify(name)} is no DNS label: lower case letters, digits and -, at most 63 characters.`,
  allowed: [dnsLabelPattern],
});

const checkVersionChange = ({ nodePool, spec, cluster, releases }: NodePoolUpdateContext) => {
  const { version } = spec;
  if (version === undefined || version === nodePool.spec.version) return [];
  const problems = checkVersion(version, cluster, releases);
  if (compareVersions(version, nodePool.release.version) >= 0) return problems;
  const detail = `A node pool cannot go back from ${nodePool.release.version} to ${version}; make another one with that version.`;
  return [...problems, { pointer: '/spec/version', code: 'downgrade', detail }];
};

/**
 * Whether a node pool may be changed as asked. What was wrong before and is not touched is not held against the change, so that
 * a rule that came later does not lock a pool.
 */
export const admitNodePoolUpdate = (context: NodePoolUpdateContext): readonly FieldProblem[] => {
  const { cluster, nodePool, labels, spec } = context;
  const others = staying(context.siblings.filter(({ id }) => id !== nodePool.id));
  const check = (wanted: { readonly labels: typeof labels; readonly spec: NodePoolSpec }) => [
    ...checkSafeText({ labels: wanted.labels, spec: wanted.spec }),
    ...checkLabelMap(wanted.labels, ['labels']),
    ...checkNodePoolSpec(cluster.spec, wanted.spec, ['spec']),
    ...checkNamespaces(nodePoolNamespaces(cluster.spec, wanted.spec), context.openNamespaces),
    ...checkRoom(cluster, wanted.spec, others),
  ];
  return [
    ...introducedProblems(check(nodePool), check({ labels, spec })),
    ...checkImmutableNodePoolFields(nodePool.spec, spec, cluster.spec),
    ...checkVersionChange(context),
  ];
};
