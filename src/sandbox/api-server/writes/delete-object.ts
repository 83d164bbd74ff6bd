import { timeText } from '../admission/object-metadata.ts';
import { type ApiObject, withMetadata } from '../objects/api-object.ts';
import { conflict, forbidden, notFound } from '../objects/errors.ts';
import { cleanupFinalizer, isCrd } from '../resources/crd-kind.ts';
import { contentFinalizersOf, terminate } from '../resources/namespaces.ts';
import { kindSubjectOf, type ResourceType, subjectOf } from '../resources/resource-type.ts';
import {
  commitChange,
  loadObject,
  lostRace,
  maxAttempts,
  type Target,
  type WriteContext,
} from './write-context.ts';

export interface DeleteOptions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly propagation: 'Background' | 'Foreground' | 'Orphan';
  readonly dryRun: boolean;
}

export interface DeleteResult {
  readonly object: ApiObject;
  /** False while finalizers hold the object. */
  readonly gone: boolean;
}

/** Finalizers that stand for work to be done on dependents first. */
export const foregroundFinalizer = 'foregroundDeletion';
export const orphanFinalizer = 'orphan';

const protectedNamespaces = ['default', 'kube-system', 'kube-public'];

const checkPreconditions = (type: ResourceType, object: ApiObject, options: DeleteOptions): void => {
  const { name, uid = '', resourceVersion = '' } = object.metadata;
  const subject = kindSubjectOf(type, name);
  if (options.uid !== undefined && options.uid !== uid) {
    throw conflict(
      subject,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  if (options.resourceVersion !== undefined && options.resourceVersion !== resourceVersion) {
    throw conflict(
      subject,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
  }
};

const checkDeletable = (type: ResourceType, name: string): void => {
  if (type.storageKey === '/namespaces' && protectedNamespaces.includes(name)) {
    throw forbidden(subjectOf(type, name), 'this namespace may not be deleted');
  }
};

const finalizersFor = (type: ResourceType, object: ApiObject, options: DeleteOptions): readonly string[] => {
  const own = (object.metadata.finalizers ?? []).filter(
    (finalizer) => finalizer !== foregroundFinalizer && finalizer !== orphanFinalizer,
  );
  return [
    ...own,
    ...(isCrd(type) && !own.includes(cleanupFinalizer) ? [cleanupFinalizer] : []),
    ...(options.propagation === 'Foreground' ? [foregroundFinalizer] : []),
    ...(options.propagation === 'Orphan' ? [orphanFinalizer] : []),
  ];
};

/** The object marked for deletion; the mark counts as a change of what is wanted. */
const mark = (type: ResourceType, object: ApiObject, finalizers: readonly string[], now: Date): ApiObject => {
  const { generation = 0 } = object.metadata;
  const marked = withMetadata(object, {
    deletionTimestamp: timeText(now),
    ...(type.storageKey === '/namespaces' ? {} : { deletionGracePeriodSeconds: 0 }),
    ...(type.hasGeneration ? { generation: generation + 1 } : {}),
    ...(finalizers.length > 0 ? { finalizers } : {}),
  });
  return type.storageKey === '/namespaces' ? terminate(marked) : marked;
};

const isHeld = (type: ResourceType, object: ApiObject, finalizers: readonly string[]): boolean =>
  finalizers.length > 0 || (type.storageKey === '/namespaces' && contentFinalizersOf(object).length > 0);

const attemptDelete = async (
  context: WriteContext,
  type: ResourceType,
  object: ApiObject,
  options: DeleteOptions,
): Promise<DeleteResult | undefined> => {
  const finalizers = finalizersFor(type, object, options);
  if (!isHeld(type, object, finalizers)) {
    const gone = await commitChange(context, type, 'DELETED', object, object, options.dryRun);
    return gone && { object: gone, gone: true };
  }
  if (object.metadata.deletionTimestamp !== undefined) return { object, gone: false };
  const marked = mark(type, object, finalizers, context.now());
  const stored = await commitChange(context, type, 'MODIFIED', marked, object, options.dryRun);
  return stored && { object: stored, gone: false };
};

/** Removes an object, or marks it and leaves the end to its finalizers. Throws a 404 when it is not there. */
export const deleteObject = async (
  context: WriteContext,
  target: Target,
  options: DeleteOptions,
): Promise<DeleteResult> => {
  const { type, name } = target;
  checkDeletable(type, name);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const object = await loadObject(context, target);
    if (!object) throw notFound(subjectOf(type, name));
    checkPreconditions(type, object, options);
    const result = await attemptDelete(context, type, object, options);
    if (result) return result;
  }
  throw lostRace(type, name);
};
