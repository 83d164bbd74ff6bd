import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import type { MapField } from '../fields/field-type.ts';
import type { ApiError } from '../objects/api-error.ts';
import { omit } from '../objects/api-object.ts';
import { conflictOf } from './conflict.ts';
import { differenceOf, emptySet, type FieldSet, intersectionOf, isEmptySet, unionOf } from './field-set.ts';
import { type Manager, type ManagerIdentity, type Managers, managerKey } from './managers.ts';
import { mergeValues } from './merge.ts';
import { findTakeover, releaseFields, trackUpdate, withoutUnowned } from './ownership.ts';
import { removeFields } from './remove-fields.ts';
import { ensureNamedFields, fieldSetOf } from './to-field-set.ts';

export interface ApplyRequest {
  /** The stored object, or `{}` when there is none. Without managedFields. */
  readonly live: JsonObject;
  readonly config: JsonObject;
  readonly type: MapField;
  readonly managers: Managers;
  readonly identity: ManagerIdentity;
  readonly force: boolean;
  /** Top-level members that this endpoint cannot change: `status`, or for the status subresource `spec`. */
  readonly untouchable: readonly string[];
  /** RFC 3339, seconds. */
  readonly time: string;
}

export type ApplyResult =
  | { readonly ok: true; readonly object: JsonObject; readonly managers: Managers }
  | { readonly ok: false; readonly error: ApiError };

/** Puts back what pruning took but somebody, the applier included, still owns. */
const keepOwned = (
  merged: JsonObject,
  pruned: JsonObject,
  type: MapField,
  managers: Managers,
): JsonObject => {
  const owned = [...managers.values()].reduce((set, manager) => unionOf(set, manager.set), emptySet);
  const wanted = unionOf(ensureNamedFields(fieldSetOf(pruned, type), type), ensureNamedFields(owned, type));
  const surplus = differenceOf(ensureNamedFields(fieldSetOf(merged, type), type), wanted);
  return asObject(removeFields(merged, surplus, type));
};

/** Puts back what pruning took although the applier never owned it: defaults, and children made by others. */
const keepNeverApplied = (
  merged: JsonObject,
  pruned: JsonObject,
  last: FieldSet,
  type: MapField,
): JsonObject => {
  const gone = differenceOf(
    ensureNamedFields(fieldSetOf(merged, type), type),
    ensureNamedFields(fieldSetOf(pruned, type), type),
  );
  return asObject(removeFields(merged, intersectionOf(gone, ensureNamedFields(last, type)), type));
};

const asObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Removes what the applier applied last time, does not apply now, and nobody else owns. */
const pruneDropped = (merged: JsonObject, last: FieldSet, type: MapField, managers: Managers): JsonObject => {
  if (isEmptySet(last)) return merged;
  const first = asObject(removeFields(merged, ensureNamedFields(last, type), type));
  const owned = keepOwned(merged, first, type, managers);
  return keepNeverApplied(merged, owned, last, type);
};

/** Fields that nobody is known to own belong, at the first apply, to whoever was there before. */
const ownersBefore = (request: ApplyRequest): Managers => {
  const { live, type, managers, identity, time, untouchable } = request;
  if (managers.size > 0 || Object.keys(live).length === 0) return managers;
  const before: ManagerIdentity = {
    ...identity,
    manager: 'before-first-apply',
    operation: 'Update',
  };
  return trackUpdate({ metadata: {} }, omit(live, ...untouchable), type, managers, before, time);
};

/** Server-side apply. structured-merge-diff, `merge/update.go` Updater.Apply. */
export const applyConfiguration = (request: ApplyRequest): ApplyResult => {
  const { live, config, type, identity, time } = request;
  const key = managerKey(identity);
  const known = ownersBefore(request);
  const last = known.get(key)?.set ?? emptySet;
  // The name of the object counts as applied until the end, so that pruning never takes all of the metadata.
  const own: Manager = { ...identity, set: fieldSetOf(config, type), time };
  const managers = new Map(known).set(key, own);
  const merged = asObject(mergeValues(live, config, type));
  const object = pruneDropped(merged, last, type, managers);
  const takeover = findTakeover(live, object, type, managers, key);
  if (takeover.conflicts.length > 0 && !request.force) {
    return { ok: false, error: conflictOf(takeover.conflicts) };
  }
  const kept = new Map(releaseFields(managers, takeover, key));
  const owned = withoutUnowned(own.set);
  // An apply that changes nothing leaves no new time, for a new manager none at all.
  const changedAt = equalJson(object, live) ? known.get(key)?.time : time;
  if (isEmptySet(owned)) kept.delete(key);
  else kept.set(key, { ...own, set: owned, time: changedAt });
  return { ok: true, object, managers: kept };
};
