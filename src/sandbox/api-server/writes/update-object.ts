import type { JsonValue } from '../../../domain/shared/json.ts';
import { decodeForWrite, type StrictError } from '../admission/decode-for-write.ts';
import { metadataProblems, newFinalizerProblems } from '../admission/metadata-rules.ts';
import { checkPlace, checkUid, metadataForUpdate, withGeneration } from '../admission/object-metadata.ts';
import { type ApiObject, objectAt, omit } from '../objects/api-object.ts';
import { invalid, notFound, staleObject } from '../objects/errors.ts';
import { contentFinalizersOf } from '../resources/namespaces.ts';
import { kindSubjectOf, type ResourceType, subjectOf } from '../resources/resource-type.ts';
import { isSameObject, recordUpdate } from './managed-fields.ts';
import {
  commitChange,
  loadObject,
  lostRace,
  maxAttempts,
  type Target,
  type UpdateSubresource,
  type WriteContext,
  type WriteOptions,
  type WriteResult,
} from './write-context.ts';

/** Which parts of an object a write to it, or to one of its subresources, may touch. */
export const confineUpdate = (
  type: ResourceType,
  next: ApiObject,
  previous: ApiObject,
  subresource: UpdateSubresource | undefined,
): ApiObject => {
  if (subresource === 'status') return withStatus(previous, next['status']);
  if (subresource === 'finalize') return { ...previous, spec: objectAt(next, 'spec') };
  const wanted = type.subresources.has('status') ? withStatus(next, previous['status']) : next;
  return type.strategy.prepareForUpdate(wanted, previous);
};

const withStatus = (object: ApiObject, status: JsonValue | undefined): ApiObject =>
  status === undefined ? (omit(object, 'status') as ApiObject) : { ...object, status };

export const validateUpdate = (
  type: ResourceType,
  next: ApiObject,
  previous: ApiObject,
  subresource: UpdateSubresource | undefined,
): void => {
  const { validate, validateStatus } = type.strategy;
  const problems = [
    ...metadataProblems(next, type.nameRule),
    ...newFinalizerProblems(next, previous),
    ...(subresource === 'status' ? validateStatus(next, previous) : validate(next, previous)),
  ];
  if (problems.length > 0) throw invalid(kindSubjectOf(type, next.metadata.name), problems);
};

/** An object that was told to go ends with its last finalizer. */
const isFinished = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp !== undefined &&
  (object.metadata.finalizers ?? []).length === 0 &&
  (object.kind !== 'Namespace' || contentFinalizersOf(object).length === 0);

/** Stores the next state of an object; undefined when another write came first. */
export const storeUpdate = async (
  context: WriteContext,
  type: ResourceType,
  next: ApiObject,
  previous: ApiObject,
  dryRun: boolean,
): Promise<ApiObject | undefined> => {
  const ends = isFinished(next);
  if (!ends && isSameObject(next, previous)) return previous;
  return commitChange(context, type, ends ? 'DELETED' : 'MODIFIED', next, previous, dryRun);
};

export interface UpdateRequest {
  readonly target: Target;
  readonly subresource: UpdateSubresource | undefined;
  readonly options: WriteOptions;
  /** The wanted object, from the stored one; may throw. Called again when another write came first. */
  change(stored: ApiObject): JsonValue;
  /** A write without resourceVersion is refused (PUT to kinds that demand it). */
  readonly needsVersion?: boolean;
  /** The uid of the wanted object is a precondition (PUT), not a change. */
  readonly meansUid?: boolean;
  readonly strictError?: StrictError;
}

const checkVersion = (
  type: ResourceType,
  next: ApiObject,
  previous: ApiObject,
  needsVersion: boolean,
): void => {
  const { resourceVersion } = next.metadata;
  if (!resourceVersion && needsVersion) {
    throw invalid(subjectOf(type, previous.metadata.name), [
      {
        path: 'metadata.resourceVersion',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: 0: must be specified for an update',
      },
    ]);
  }
  if (resourceVersion && resourceVersion !== previous.metadata.resourceVersion) {
    throw staleObject(subjectOf(type, previous.metadata.name));
  }
};

const computeUpdate = (request: UpdateRequest, previous: ApiObject, now: Date) => {
  const { target, subresource, options } = request;
  const { type } = target;
  const { object, warnings } = decodeForWrite(
    type,
    request.change(previous),
    options.validation,
    request.strictError,
  );
  checkPlace(object, target.namespace, target.name);
  checkVersion(type, object, previous, request.needsVersion === true);
  if (request.meansUid) checkUid(type, object, previous);
  const complete = type.strategy.applyDefaults(object);
  const placed = metadataForUpdate(type, complete, previous);
  const confined = withGeneration(type, confineUpdate(type, placed, previous, subresource), previous);
  const next = recordUpdate(type, confined, previous, options.manager, subresource, now);
  validateUpdate(type, next, previous, subresource);
  return { next, warnings };
};

/** Reads, changes and writes an object until no other write came in between. Throws a 404 when it is not there. */
export const updateObject = async (context: WriteContext, request: UpdateRequest): Promise<WriteResult> => {
  const { target, options } = request;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const previous = await loadObject(context, target);
    if (!previous) throw notFound(subjectOf(target.type, target.name));
    const { next, warnings } = computeUpdate(request, previous, context.now());
    const stored = await storeUpdate(context, target.type, next, previous, options.dryRun);
    if (stored) return { object: stored, created: false, warnings };
  }
  throw lostRace(target.type, target.name);
};
