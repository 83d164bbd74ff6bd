import type { JsonValue } from '../../../domain/shared/json.ts';
import { checkPlace, metadataForUpdate, timeText, withGeneration } from '../admission/object-metadata.ts';
import { readObject } from '../admission/read-object.ts';
import type { ApiError } from '../objects/api-error.ts';
import {
  type ApiObject,
  type ObjectMeta,
  objectAt,
  omit,
  valueAt,
  withMetadata,
} from '../objects/api-object.ts';
import { badRequest, conflict, notFound, staleObject, unclassified } from '../objects/errors.ts';
import { type ResourceType, subjectOf } from '../resources/resource-type.ts';
import { applyConfiguration } from '../server-side-apply/apply.ts';
import { duplicateItems } from '../server-side-apply/duplicate-items.ts';
import { entriesOf, type Managers, managersFrom } from '../server-side-apply/managers.ts';
import { checkNamespace } from './check-namespace.ts';
import { prepareNew, validateNew } from './create-object.ts';
import { identityOf, withManagedFields, withoutManagedFields } from './managed-fields.ts';
import { confineUpdate, storeUpdate, validateUpdate } from './update-object.ts';
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

export interface ApplyOptions extends WriteOptions {
  readonly force: boolean;
}

/** What kube-apiserver answers to a configuration that does not fit the schema: an error without a reason. */
const typedPatchError = ({ type, name }: Target, config: ApiObject, problems: readonly string[]): ApiError =>
  unclassified(
    `failed to create typed patch object (${config.metadata.namespace ?? ''}/${name}; ${type.group}/${type.version}, Kind=${type.kind}): ${problems.join('\n')}`,
  );

const checkConfig = (target: Target, config: ApiObject, unknown: readonly string[]): void => {
  const { type, namespace, name } = target;
  checkPlace(config, namespace, name);
  const problems = [
    ...[...unknown, ...type.strategy.decode(config).unknown].map(
      (field) => `.${field}: field not declared in schema`,
    ),
    ...duplicateItems(config, type.field),
  ];
  if (problems.length > 0) throw typedPatchError(target, config, problems);
};

/** The configuration as it was sent: an empty map is applied too, though it is not stored. */
const readConfig = (target: Target, body: JsonValue): ApiObject => {
  if (valueAt(body, 'metadata', 'managedFields') !== undefined) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const { object, unknown } = readObject(target.type, body);
  checkConfig(target, object, unknown);
  return { ...object, metadata: objectAt(body, 'metadata') as ObjectMeta };
};

/** Fields that this endpoint ignores are not owned through it either. */
const confineConfig = (
  type: ResourceType,
  config: ApiObject,
  subresource: UpdateSubresource | undefined,
): ApiObject => {
  if (!type.subresources.has('status')) return config;
  if (!subresource) return omit(config, 'status') as ApiObject;
  const { apiVersion, kind, metadata, status } = config;
  return { apiVersion, kind, metadata, ...(status === undefined ? {} : { status }) };
};

const checkPreconditions = (target: Target, config: ApiObject, stored: ApiObject | undefined): void => {
  const subject = subjectOf(target.type, target.name);
  const { uid, resourceVersion } = config.metadata;
  if (!stored && uid) {
    throw conflict(
      subject,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    );
  }
  if (stored && resourceVersion && resourceVersion !== stored.metadata.resourceVersion) {
    throw staleObject(subject);
  }
};

const merge = (
  target: Target,
  config: ApiObject,
  stored: ApiObject | undefined,
  subresource: UpdateSubresource | undefined,
  options: ApplyOptions,
  now: Date,
): { readonly object: ApiObject; readonly managers: Managers } => {
  const { type } = target;
  const result = applyConfiguration({
    live: stored ? withoutManagedFields(stored) : {},
    config: withMetadata(config, { uid: undefined, resourceVersion: undefined }),
    type: type.field,
    managers: managersFrom(stored?.metadata.managedFields),
    identity: identityOf(type, options.manager, 'Apply', subresource),
    force: options.force,
    untouchable: type.subresources.has('status') ? [subresource === 'status' ? 'spec' : 'status'] : [],
    time: timeText(now),
  });
  if (!result.ok) throw result.error;
  const merged = readObject(type, result.object).object;
  // A map whose last member went is null now. Like kube-apiserver we drop it for built-in kinds only: a custom resource is
  // checked as it is, and its schema refuses the null.
  const object = type.strategy.applyDefaults(type.custom ? merged : type.strategy.decode(merged).object);
  return { object, managers: result.managers };
};

const applyToNothing = async (
  context: WriteContext,
  target: Target,
  config: ApiObject,
  options: ApplyOptions,
): Promise<ApiObject | undefined> => {
  const { type, namespace, name } = target;
  await checkNamespace(context, type, namespace, name);
  const now = context.now();
  const named = withMetadata(config, { name, generateName: undefined });
  const { object, managers } = merge(target, named, undefined, undefined, options, now);
  const owned = withManagedFields(prepareNew(type, object, namespace, now), entriesOf(managers));
  const prepared = type.strategy.prepareForCreate(owned);
  validateNew(type, prepared);
  return commitChange(context, type, 'ADDED', prepared, undefined, options.dryRun);
};

const applyToStored = (
  context: WriteContext,
  target: Target,
  config: ApiObject,
  stored: ApiObject,
  subresource: UpdateSubresource | undefined,
  options: ApplyOptions,
): Promise<ApiObject | undefined> => {
  const { type } = target;
  const { object, managers } = merge(target, config, stored, subresource, options, context.now());
  const uid = config.metadata.uid ?? stored.metadata.uid;
  const placed = metadataForUpdate(type, withMetadata(object, { uid }), stored);
  const next = withGeneration(type, confineUpdate(type, placed, stored, subresource), stored);
  const complete = withManagedFields(next, entriesOf(managers));
  validateUpdate(type, complete, stored, subresource);
  return storeUpdate(context, type, complete, stored, options.dryRun);
};

/** Server-side apply: creates the object or merges into it, and records the applier as owner of what it sent. */
export const applyObject = async (
  context: WriteContext,
  target: Target,
  subresource: UpdateSubresource | undefined,
  body: JsonValue,
  options: ApplyOptions,
): Promise<WriteResult> => {
  const { type, name } = target;
  const given = readConfig(target, body);
  const config = confineConfig(type, given, subresource);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const stored = await loadObject(context, target);
    if (!stored && subresource) throw notFound(subjectOf(type, name));
    checkPreconditions(target, config, stored);
    const object = stored
      ? await applyToStored(context, target, config, stored, subresource, options)
      : await applyToNothing(context, target, config, options);
    if (object) return { object, created: !stored, warnings: [] };
  }
  throw lostRace(type, name);
};
