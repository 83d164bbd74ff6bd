import type { Condition } from './objects.ts';

/** When and for which generation a status is written. `at` is RFC 3339 with whole seconds, as Kubernetes writes times. */
export interface Stamp {
  readonly at: string;
  readonly generation: number;
}

/** RFC 3339 without a fraction, as Kubernetes writes times. */
export const wholeSeconds = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

export type NewCondition = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

export const condition = (
  type: string,
  status: Condition['status'],
  reason: string,
  message = '',
): NewCondition => ({ type, status, reason, message });

export const findCondition = (
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined => conditions?.find((entry) => entry.type === type);

export const isTrue = (conditions: readonly Condition[] | undefined, type: string): boolean =>
  findCondition(conditions, type)?.status === 'True';

const place = (present: readonly Condition[], wanted: NewCondition, stamp: Stamp): readonly Condition[] => {
  const old = findCondition(present, wanted.type);
  const entry: Condition = {
    ...wanted,
    lastTransitionTime: old && old.status === wanted.status ? old.lastTransitionTime : stamp.at,
    observedGeneration: stamp.generation,
  };
  return old ? present.map((each) => (each === old ? entry : each)) : [...present, entry];
};

/** Keeps the order in which conditions first appeared; a transition time changes only with the status. */
export const setConditions = (
  present: readonly Condition[] | undefined,
  wanted: readonly NewCondition[],
  stamp: Stamp,
): readonly Condition[] => wanted.reduce((list, next) => place(list, next, stamp), present ?? []);

export const dropConditions = (
  present: readonly Condition[],
  types: readonly string[],
): readonly Condition[] => present.filter((entry) => !types.includes(entry.type));

/** Every condition that stands is also true of the generation that was just looked at. */
export const restamp = (present: readonly Condition[], stamp: Stamp): readonly Condition[] =>
  present.map((entry) =>
    entry.observedGeneration === stamp.generation
      ? entry
      : { ...entry, observedGeneration: stamp.generation },
  );

/** Epoch milliseconds of the newest transition. */
export const newestTransition = (conditions: readonly Condition[] | undefined): number | undefined =>
  conditions?.length
    ? Math.max(...conditions.map((entry) => Date.parse(entry.lastTransitionTime)))
    : undefined;
