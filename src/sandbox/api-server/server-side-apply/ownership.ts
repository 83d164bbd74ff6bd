import type { JsonObject } from '../../../domain/shared/json.ts';
import type { MapField } from '../fields/field-type.ts';
import { compareValues } from './compare.ts';
import {
  differenceOf,
  emptySet,
  type FieldSet,
  intersectionOf,
  isEmptySet,
  nodeOf,
  setsEqual,
  unionOf,
} from './field-set.ts';
import { type ManagerIdentity, type Managers, managerKey } from './managers.ts';

/** Fields that nobody owns: the system sets them, or they name the object. */
const unowned: FieldSet = setOfPaths([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => ['f:metadata', `f:${name}`]),
]);

function setOfPaths(paths: readonly (readonly string[])[]): FieldSet {
  return paths.reduce((set: FieldSet, path) => unionOf(set, setOfPath(path)), emptySet);
}

function setOfPath([head, ...rest]: readonly string[]): FieldSet {
  return head === undefined
    ? { member: true, children: new Map() }
    : nodeOf(false, [[head, setOfPath(rest)]]);
}

export const withoutUnowned = (set: FieldSet): FieldSet => differenceOf(set, unowned);

export interface ConflictingFields {
  readonly manager: ManagerIdentity;
  readonly fields: FieldSet;
}

/** Fields that a change from `before` to `after` would take from other managers. */
export interface Takeover {
  readonly conflicts: readonly ConflictingFields[];
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

export const findTakeover = (
  before: JsonObject,
  after: JsonObject,
  type: MapField,
  managers: Managers,
  self: string | undefined,
): Takeover => {
  const { added, modified, removed } = compareValues(before, after, type);
  const changed = unionOf(added, modified);
  const conflicts: ConflictingFields[] = [];
  for (const [key, manager] of managers) {
    if (key === self) continue;
    const fields = intersectionOf(manager.set, changed);
    if (!isEmptySet(fields)) conflicts.push({ manager, fields });
  }
  return { conflicts, changed, removed };
};

/** What other managers keep once the changed and the removed fields are no longer theirs. */
export const releaseFields = (managers: Managers, takeover: Takeover, self: string | undefined): Managers => {
  const lost = unionOf(takeover.changed, takeover.removed);
  const kept = new Map(managers);
  for (const [key, manager] of managers) {
    if (key === self) continue;
    const set = differenceOf(manager.set, lost);
    if (isEmptySet(set)) kept.delete(key);
    else kept.set(key, { ...manager, set });
  }
  return kept;
};

/** Ownership after a write that is not an apply: the writer owns what it changed. */
export const trackUpdate = (
  before: JsonObject,
  after: JsonObject,
  type: MapField,
  managers: Managers,
  identity: ManagerIdentity,
  time: string,
): Managers => {
  const takeover = findTakeover(before, after, type, managers, undefined);
  const taken = withoutUnowned(takeover.changed);
  const kept = new Map(releaseFields(managers, takeover, undefined));
  if (isEmptySet(taken)) return kept;
  const key = managerKey(identity);
  const own = kept.get(key)?.set ?? emptySet;
  kept.set(key, { ...identity, set: unionOf(own, taken), time });
  return kept;
};

/** True when both own the same fields; times are not compared. */
export const sameOwnership = (left: Managers, right: Managers): boolean =>
  left.size === right.size &&
  [...left].every(([key, manager]) => {
    const other = right.get(key);
    return other !== undefined && setsEqual(manager.set, other.set);
  });
