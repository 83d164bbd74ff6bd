import type { PlatformType } from '../platforms/platform-specs.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { applyNodePoolDefaults, type CompleteNodePoolSpec } from './node-pool-defaults.ts';
import type { NodePoolSpec } from './node-pool-spec.ts';

/** A field that keeps the value that it was created with, its default included. */
export interface ImmutableNodePoolField {
  readonly pointer: string;
  readonly reason: string;
  readonly instead: string;
  read(spec: CompleteNodePoolSpec): unknown;
}

export const immutableNodePoolFields: readonly ImmutableNodePoolField[] = [
  {
    pointer: '/spec/arch',
    reason: 'The machines of a pool have one architecture.',
    instead: 'Make another node pool and delete this one.',
    read: ({ arch }) => arch,
  },
  {
    pointer: '/spec/management/upgradeType',
    reason: 'The kind of object behind a pool depends on it.',
    instead: 'Make another node pool and delete this one.',
    read: ({ management }) => management.upgradeType,
  },
];

export const checkImmutableNodePoolFields = (
  before: NodePoolSpec,
  after: NodePoolSpec,
  platform: PlatformType,
): readonly FieldProblem[] => {
  const [old, wanted] = [before, after].map((spec) => applyNodePoolDefaults(spec, platform)) as [
    CompleteNodePoolSpec,
    CompleteNodePoolSpec,
  ];
  return immutableNodePoolFields
    .filter(({ read }) => read(old) !== read(wanted))
    .map(({ pointer, reason, instead, read }) => ({
      pointer,
      code: 'immutable',
      detail: `${pointer.split('/').at(-1)} cannot be changed from ${read(old)} to ${read(wanted)}. ${reason} ${instead}`,
      allowed: [String(read(old))],
    }));
};
