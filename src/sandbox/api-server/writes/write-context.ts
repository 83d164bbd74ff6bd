import type { FieldValidation } from '../admission/decode-for-write.ts';
import { type ApiObject, withMetadata } from '../objects/api-object.ts';
import { staleObject } from '../objects/errors.ts';
import { fieldsOf, type ResourceType, subjectOf } from '../resources/resource-type.ts';
import type { ObjectKey, ObjectStore, Write } from '../store/object-store.ts';
import { asVersion, decodeBody, encodeBody } from '../store/stored-body.ts';

export interface WriteContext {
  readonly store: ObjectStore;
  now(): Date;
  /** Called after a change is stored, before the request is answered. */
  afterWrite(type: ResourceType, change: Write['change'], object: ApiObject): void;
}

export type UpdateSubresource = 'status' | 'scale' | 'finalize';

export interface Target {
  readonly type: ResourceType;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

export interface WriteOptions {
  readonly dryRun: boolean;
  /** The field manager of the request, or what its User-Agent says. */
  readonly manager: string;
  readonly validation: FieldValidation;
}

export interface WriteResult {
  readonly object: ApiObject;
  readonly created: boolean;
  readonly warnings: readonly string[];
}

/** How often a write is computed anew because another one came first. */
export const maxAttempts = 50;

const keyOf = ({ type, namespace, name }: Target): ObjectKey => ({
  resource: type.storageKey,
  namespace,
  name,
});

export const loadObject = async (context: WriteContext, target: Target): Promise<ApiObject | undefined> => {
  const found = await context.store.get(keyOf(target));
  return found && decodeBody(asVersion(found.body, target.type.apiVersion), found.rv);
};

/**
 * Stores a change. The result carries its new resourceVersion; undefined means that another write came first.
 * A dry run stores nothing and succeeds.
 */
export const commitChange = async (
  context: WriteContext,
  type: ResourceType,
  change: Write['change'],
  object: ApiObject,
  previous: ApiObject | undefined,
  dryRun: boolean,
): Promise<ApiObject | undefined> => {
  if (dryRun) return object;
  const { metadata } = object;
  const rv = await context.store.commit({
    resource: type.storageKey,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    expected: previous ? Number(previous.metadata.resourceVersion) : undefined,
    change,
    uid: metadata.uid ?? '',
    labels: metadata.labels ?? {},
    fields: fieldsOf(type, object),
    owners: (metadata.ownerReferences ?? []).map(({ uid }) => uid),
    body: encodeBody(object),
  });
  if (rv === undefined) return undefined;
  const stored = withMetadata(object, { resourceVersion: String(rv) });
  context.afterWrite(type, change, stored);
  return stored;
};

export const lostRace = (type: ResourceType, name: string) => staleObject(subjectOf(type, name));
