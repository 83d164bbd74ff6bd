import type { JsonValue } from '../../../domain/shared/json.ts';
import { decodeForWrite } from '../admission/decode-for-write.ts';
import { metadataProblems } from '../admission/metadata-rules.ts';
import { checkPlace, metadataForCreate } from '../admission/object-metadata.ts';
import { type ApiObject, omit } from '../objects/api-object.ts';
import { alreadyExists, invalid, unclassified } from '../objects/errors.ts';
import { kindSubjectOf, type ResourceType, subjectOf } from '../resources/resource-type.ts';
import { checkNamespace } from './check-namespace.ts';
import { recordUpdate } from './managed-fields.ts';
import {
  commitChange,
  loadObject,
  type WriteContext,
  type WriteOptions,
  type WriteResult,
} from './write-context.ts';

/** How often a generated name that is taken is drawn again. */
const maxNameAttempts = 8;

export const validateNew = (type: ResourceType, object: ApiObject): void => {
  const problems = [...metadataProblems(object, type.nameRule), ...type.strategy.validate(object, undefined)];
  if (problems.length > 0) throw invalid(kindSubjectOf(type, object.metadata.name), problems);
};

/** The object as its user wants it, with the metadata that the server gives. What the kind itself adds comes later. */
export const prepareNew = (
  type: ResourceType,
  object: ApiObject,
  namespace: string,
  now: Date,
): ApiObject => {
  const dropsStatus = type.subresources.has('status') && !type.createKeepsStatus;
  const wanted = dropsStatus ? (omit(object, 'status') as ApiObject) : object;
  return metadataForCreate(type, wanted, namespace, now);
};

export interface CreateRequest {
  readonly type: ResourceType;
  readonly namespace: string;
  /** Known when a PUT creates; a POST names the object in its body. */
  readonly name?: string;
  readonly body: JsonValue;
  readonly options: WriteOptions;
}

export const createObject = async (context: WriteContext, request: CreateRequest): Promise<WriteResult> => {
  const { type, namespace, options } = request;
  const { object, warnings } = decodeForWrite(type, request.body, options.validation);
  checkPlace(object, namespace, request.name);
  if (object.metadata.resourceVersion) {
    throw unclassified('resourceVersion should not be set on objects to be created');
  }
  await checkNamespace(context, type, namespace, object.metadata.name);
  const complete = type.strategy.applyDefaults(object);
  const attempts = object.metadata.name ? 1 : maxNameAttempts;
  for (let attempt = 1; ; attempt += 1) {
    const now = context.now();
    const prepared = prepareNew(type, complete, namespace, now);
    const tracked = recordUpdate(type, prepared, undefined, options.manager, undefined, now);
    const final = type.strategy.prepareForCreate(tracked);
    validateNew(type, final);
    const stored = await storeNew(context, type, final, options.dryRun);
    if (stored) return { object: stored, created: true, warnings };
    if (attempt >= attempts) throw await nameTaken(context, type, final);
  }
};

const nameTaken = async (context: WriteContext, type: ResourceType, object: ApiObject) => {
  const { name, namespace = '' } = object.metadata;
  const holder = await loadObject(context, { type, namespace, name });
  return alreadyExists(subjectOf(type, name), holder?.metadata.deletionTimestamp !== undefined);
};

const storeNew = async (context: WriteContext, type: ResourceType, object: ApiObject, dryRun: boolean) => {
  const { name, namespace = '' } = object.metadata;
  if (dryRun && (await context.store.get({ resource: type.storageKey, namespace, name }))) return undefined;
  return commitChange(context, type, 'ADDED', object, undefined, dryRun);
};
