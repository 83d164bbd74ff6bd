import type { JsonObject } from '../../../domain/shared/json.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { timeText } from '../admission/object-metadata.ts';
import { type ApiObject, type ManagedFieldsEntry, omit, withMetadata } from '../objects/api-object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { entriesOf, type ManagerIdentity, managersFrom } from '../server-side-apply/managers.ts';
import { sameOwnership, trackUpdate } from '../server-side-apply/ownership.ts';

export const identityOf = (
  type: ResourceType,
  manager: string,
  operation: ManagerIdentity['operation'],
  subresource: string | undefined,
): ManagerIdentity => ({ manager, operation, apiVersion: type.apiVersion, subresource: subresource ?? '' });

export const withoutManagedFields = (object: ApiObject): ApiObject =>
  withMetadata(object, { managedFields: undefined });

export const withManagedFields = (object: ApiObject, entries: readonly ManagedFieldsEntry[]): ApiObject =>
  withMetadata(object, { managedFields: entries.length > 0 ? entries : undefined });

const isReset = (entries: readonly ManagedFieldsEntry[] | undefined): boolean =>
  entries?.length === 1 && Object.keys(entries[0] ?? {}).length === 0;

/** A client may rewrite managedFields on the object itself, not through a subresource; `[{}]` empties them. */
const startingEntries = (
  next: ApiObject,
  previous: ApiObject | undefined,
  subresource: string | undefined,
): readonly ManagedFieldsEntry[] | undefined => {
  const given = next.metadata.managedFields;
  const stored = previous?.metadata.managedFields;
  if (subresource) return stored;
  if (isReset(given)) return [];
  return given && given.length > 0 ? given : stored;
};

/** What a new object is compared with. In Go's types the main parts of a built-in kind are there from the start. */
const emptyObject = (type: ResourceType): JsonObject =>
  type.custom ? { metadata: {} } : { metadata: {}, spec: {}, status: {} };

/** A status that comes with a create is kept for some kinds, but belongs to nobody. */
const withoutOwnStatus = (type: ResourceType, object: ApiObject): ApiObject =>
  type.subresources.has('status') ? (omit(object, 'status') as ApiObject) : object;

/** Records who set what, for a write that is not an apply. */
export const recordUpdate = (
  type: ResourceType,
  next: ApiObject,
  previous: ApiObject | undefined,
  manager: string,
  subresource: string | undefined,
  now: Date,
): ApiObject => {
  const managers = managersFrom(startingEntries(next, previous, subresource));
  // An object without any owner stays so until its first apply.
  if (previous && managers.size === 0) return withManagedFields(next, []);
  const after = trackUpdate(
    previous ? withoutManagedFields(previous) : emptyObject(type),
    withoutManagedFields(previous ? next : withoutOwnStatus(type, next)),
    type.field,
    managers,
    identityOf(type, manager, 'Update', subresource),
    timeText(now),
  );
  return withManagedFields(next, entriesOf(after));
};

/** True when nothing but the times in managedFields differs. */
export const isSameObject = (next: ApiObject, previous: ApiObject): boolean =>
  equalJson(omit(next, 'metadata'), omit(previous, 'metadata')) &&
  equalJson(omit(next.metadata, 'managedFields'), omit(previous.metadata, 'managedFields')) &&
  sameOwnership(managersFrom(next.metadata.managedFields), managersFrom(previous.metadata.managedFields));
