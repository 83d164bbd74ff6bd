import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { sameJson } from '../shared/same-json.ts';
import { applyNodePoolDefaults, type CompleteNodePoolSpec } from './node-pool-defaults.ts';
import type { NodePoolSpec } from './node-pool-spec.ts';

/** A field that keeps the value that it was created with, its default included. */
export interface ImmutableNodePoolField {
  readonly pointer: string;
  readonly reason: string;
  readonly instead: string;
  read(spec: CompleteNodePoolSpec): unknown;
}

const otherPool = 'Make another node pool and delete this one.';

export const immutableNodePoolFields: readonly ImmutableNodePoolField[] = [
  {
    pointer: '/spec/arch',
    reason: 'The machines of a pool have one architecture.',
    instead: otherPool,
    read: ({ arch }) => arch,
  },
  {
    pointer: '/spec/management/upgradeType',
    reason: 'The kind of object behind a pool depends on it.',
    instead: otherPool,
    read: ({ management }) => management.upgradeType,
  },
];

/** The fields of the platform, as it wants them. */
const platformFields = (cluster: ClusterSpec): readonly ImmutableNodePoolField[] =>
  (platformOf(cluster.platform.type).immutableNodePoolFields ?? []).map(({ pointer, reason, read }) => ({
    pointer: `/spec${pointer}`,
    reason,
    instead: otherPool,
    read: (spec) => read(spec, cluster),
  }));

export const checkImmutableNodePoolFields = (
  before: NodePoolSpec,
  after: NodePoolSpec,
  cluster: ClusterSpec,
): readonly FieldProblem[] => {
  const [old, wanted] = [before, after].map((spec) => applyNodePoolDefaults(spec, cluster.platform.type)) as [
    CompleteNodePoolSpec,
    CompleteNodePoolSpec,
  ];
  return [...immutableNodePoolFields, ...platformFields(cluster)]
    .filter(({ read }) => !sameJson(read(old), read(wanted)))
    .map(({ pointer, reason, instead, read }) => ({
      pointer,
      code: 'immutable',
      detail: `${pointer.split('/').at(-1)} cannot be changed from ${read(old)} to ${read(wanted)}. ${reason} ${instead}`,
      allowed: [String(read(old))],
    }));
};
