import { randomUUID } from 'node:crypto';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { type ApiObject, type ObjectMeta, omit, withoutUndefined } from '../objects/api-object.ts';
import { badRequest, conflict, invalid } from '../objects/errors.ts';
import { kindSubjectOf, type ResourceType, subjectOf } from '../resources/resource-type.ts';

/** RFC 3339 with seconds, as Kubernetes writes times. */
export const timeText = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** The part that `generateName` adds; without vowels, so that it spells nothing. */
const randomSuffix = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => alphabet[byte % alphabet.length]).join('');

/** A name is cut so that name and suffix stay within a DNS label. */
const generateName = (base: string): string => base.slice(0, 58) + randomSuffix();

/** The name and namespace of the body must agree with the path. */
export const checkPlace = (object: ApiObject, namespace: string, name: string | undefined): void => {
  const { metadata } = object;
  if (name !== undefined && metadata.name && metadata.name !== name) {
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${name})`,
    );
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
};

export const metadataForCreate = (
  type: ResourceType,
  object: ApiObject,
  namespace: string,
  now: Date,
): ApiObject => {
  const given = object.metadata;
  const name = given.name || (given.generateName ? generateName(given.generateName) : '');
  const metadata: ObjectMeta = withoutUndefined({
    ...given,
    name,
    namespace: type.namespaced ? namespace : undefined,
    uid: randomUUID(),
    resourceVersion: undefined,
    generation: type.hasGeneration ? 1 : given.generation,
    creationTimestamp: timeText(now),
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
  });
  return { ...object, metadata };
};

/** A PUT names the object it means by its uid, too. */
export const checkUid = (type: ResourceType, next: ApiObject, previous: ApiObject): void => {
  const { uid } = next.metadata;
  const { uid: stored = '', name, namespace } = previous.metadata;
  if (uid === undefined || uid === stored) return;
  const key = [type.group, type.plural, namespace, name].filter((part) => part).join('/');
  throw conflict(
    subjectOf(type, name),
    `StorageError: invalid object, Code: 4, Key: /registry/${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`,
  );
};

const fixedMembers = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** What a client may send back but not change. */
const checkFixedMembers = (type: ResourceType, next: ObjectMeta, previous: ObjectMeta): void => {
  const changed = fixedMembers.filter(
    (member) => next[member] !== undefined && next[member] !== previous[member],
  );
  if (changed.length === 0) return;
  throw invalid(
    kindSubjectOf(type, previous.name),
    changed.map((member) => ({
      path: `metadata.${member}`,
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(next[member])}: field is immutable`,
    })),
  );
};

/** What only the server sets is taken from the stored object. */
export const metadataForUpdate = (type: ResourceType, next: ApiObject, previous: ApiObject): ApiObject => {
  const old = previous.metadata;
  checkFixedMembers(type, next.metadata, old);
  const metadata: ObjectMeta = withoutUndefined({
    ...next.metadata,
    name: old.name,
    namespace: old.namespace,
    uid: old.uid,
    resourceVersion: old.resourceVersion,
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    deletionTimestamp: old.deletionTimestamp,
    deletionGracePeriodSeconds: old.deletionGracePeriodSeconds,
  });
  return { ...next, metadata };
};

/** The generation counts changes of what the user wants: everything but metadata and status. */
export const withGeneration = (type: ResourceType, next: ApiObject, previous: ApiObject): ApiObject => {
  if (!type.hasGeneration) return next;
  const ignored = type.subresources.has('status') ? ['metadata', 'status'] : ['metadata'];
  if (equalJson(omit(next, ...ignored), omit(previous, ...ignored))) return next;
  return { ...next, metadata: { ...next.metadata, generation: (previous.metadata.generation ?? 0) + 1 } };
};
