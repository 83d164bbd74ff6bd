import type { ApiObject, OwnerReference } from '../objects/api-object.ts';
import { withMetadata } from '../objects/api-object.ts';
import type { StoredVersion } from '../store/object-store.ts';
import { decodeBody } from '../store/stored-body.ts';
import { foregroundFinalizer, orphanFinalizer } from '../writes/delete-object.ts';
import { updateObject } from '../writes/update-object.ts';
import { attempt, type ControllerParts, deleteStored } from './controller-parts.ts';

const options = { dryRun: false, manager: 'kube-controller-manager', validation: 'Ignore' } as const;

/** A change of the object in a row, if it is still the same one. */
const changeStored = async (
  { writes, registry }: ControllerParts,
  row: StoredVersion,
  change: (object: ApiObject) => ApiObject,
): Promise<void> => {
  const type = registry.findStored(row.resource);
  if (!type) return;
  await attempt(
    updateObject(writes, {
      target: { type, namespace: row.namespace, name: row.name },
      subresource: undefined,
      options,
      change: (stored) => (stored.metadata.uid === row.uid ? change(stored) : stored),
    }),
  );
};

const withoutOwners = (object: ApiObject, uids: readonly string[]): ApiObject => {
  const kept = (object.metadata.ownerReferences ?? []).filter(({ uid }) => !uids.includes(uid));
  return withMetadata(object, { ownerReferences: kept.length > 0 ? kept : undefined });
};

/**
 * Collects an object whose owners are all gone, and drops the references to single ones that are. An owner of a kind that is not
 * served counts as there, and an owner in another namespace as not.
 */
export const reconcileDependent = async (parts: ControllerParts, row: StoredVersion): Promise<void> => {
  const owners = decodeBody(row.body, row.rv).metadata.ownerReferences ?? [];
  const found = await parts.writes.store.byUids(owners.map(({ uid }) => uid));
  const isThere = ({ uid, apiVersion, kind }: OwnerReference): boolean => {
    if (!parts.registry.findKind(apiVersion, kind)) return true;
    const owner = found.find((candidate) => candidate.uid === uid);
    return owner !== undefined && (owner.namespace === '' || owner.namespace === row.namespace);
  };
  const gone = owners.filter((owner) => !isThere(owner)).map(({ uid }) => uid);
  if (gone.length === 0) return;
  if (gone.length === owners.length) await deleteStored(parts, row);
  else await changeStored(parts, row, (object) => withoutOwners(object, gone));
};

export const reconcileDependents = async (parts: ControllerParts, ownerUid: string): Promise<void> => {
  for (const row of await parts.writes.store.ownedBy(ownerUid)) await reconcileDependent(parts, row);
};

const dropFinalizer = (parts: ControllerParts, row: StoredVersion, finalizer: string): Promise<void> =>
  changeStored(parts, row, (object) =>
    withMetadata(object, {
      finalizers: (object.metadata.finalizers ?? []).filter((name) => name !== finalizer),
    }),
  );

const blocks = (row: StoredVersion, uid: string): boolean =>
  (decodeBody(row.body, row.rv).metadata.ownerReferences ?? []).some(
    (owner) => owner.uid === uid && owner.blockOwnerDeletion === true,
  );

/** Does for an owner that is being deleted what its `orphan` or `foregroundDeletion` finalizer stands for. */
export const reconcileOwner = async (parts: ControllerParts, uid: string): Promise<void> => {
  const [row] = await parts.writes.store.byUids([uid]);
  if (!row) return;
  const { deletionTimestamp, finalizers = [] } = decodeBody(row.body, row.rv).metadata;
  if (deletionTimestamp === undefined) return;
  const dependents = await parts.writes.store.ownedBy(uid);
  if (finalizers.includes(orphanFinalizer)) {
    for (const dependent of dependents) {
      await changeStored(parts, dependent, (object) => withoutOwners(object, [uid]));
    }
    await dropFinalizer(parts, row, orphanFinalizer);
  }
  if (finalizers.includes(foregroundFinalizer)) {
    for (const dependent of dependents) await deleteStored(parts, dependent);
    const left = await parts.writes.store.ownedBy(uid);
    if (!left.some((dependent) => blocks(dependent, uid)))
      await dropFinalizer(parts, row, foregroundFinalizer);
  }
};
