import type { JsonObject } from '../../../domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../../domain/shared/kube-object.ts';
import type { DeleteOutcome } from '../contract.ts';
import { ManagementClusterError } from '../errors.ts';
import { resolveKind } from '../kinds.ts';
import { prepareObject } from '../objects.ts';
import { mergePatchOf } from './field-paths.ts';
import { applyFields, noOwners, updateFields } from './ownership.ts';
import type { FakeStore, StoredObject } from './store.ts';

/** Says what is wrong with an object, as the schema of a real server would; nothing when it is fine. */
export type FakeValidation = (object: KubeObject, before: KubeObject | undefined) => readonly string[];

const conflict = (message: string) => new ManagementClusterError('conflict', message, { status: 409 });

const checkPreconditions = (
  metadata: { uid?: string; resourceVersion?: string },
  stored: StoredObject | undefined,
): void => {
  const current = stored?.object.metadata;
  if (metadata.uid !== undefined && metadata.uid !== current?.uid) {
    throw conflict(`uid mismatch: ${metadata.uid} is not the uid of the existing object`);
  }
  if (metadata.resourceVersion !== undefined && metadata.resourceVersion !== current?.resourceVersion) {
    throw conflict(
      'the object has been modified; please apply your changes to the latest version and try again',
    );
  }
};

/** The calls of the contract on the store: plain, synchronous, by the rules of the real server. */
export const createFakeObjectCalls = (store: FakeStore, validate: FakeValidation) => {
  const findStored = (ref: KubeRef) => store.find(resolveKind(ref), ref.namespace, ref.name);

  const requireStored = (ref: KubeRef): StoredObject => {
    const stored = findStored(ref);
    if (stored) return stored;
    throw new ManagementClusterError('conflict', `${ref.kind} "${ref.name}" not found`, { status: 404 });
  };

  const checkValid = (object: KubeObject, before: KubeObject | undefined): KubeObject => {
    const problems = validate(object, before);
    if (problems.length === 0) return object;
    const group = resolveKind(object).group;
    const kind = group === '' ? object.kind : `${object.kind}.${group}`;
    throw new ManagementClusterError(
      'invalid',
      `${kind} "${object.metadata.name}" is invalid: ${problems.join(', ')}`,
      { status: 422 },
    );
  };

  const refOf = ({ apiVersion, kind, metadata }: KubeObject): KubeRef => ({
    apiVersion,
    kind,
    name: metadata.name,
    ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
  });

  const write = (stored: StoredObject, after: JsonObject): KubeObject => {
    const object = checkValid(after as unknown as KubeObject, stored.object);
    return store.save(object, updateFields(asJson(stored.object), after, stored.owners));
  };

  return {
    apply: (object: KubeObject): KubeObject => {
      const stored = findStored(refOf(object));
      checkPreconditions(object.metadata, stored);
      const before = stored ? asJson(stored.object) : {};
      const result = applyFields(before, prepareObject(object), stored?.owners ?? noOwners);
      return store.save(checkValid(result.object as unknown as KubeObject, stored?.object), result.owners);
    },
    create: (object: KubeObject): { object: KubeObject; created: boolean } => {
      const stored = findStored(refOf(object));
      if (stored) return { object: stored.object, created: false };
      const wanted = prepareObject(object);
      checkValid(object, undefined);
      return {
        object: store.save(wanted as unknown as KubeObject, updateFields({}, wanted, noOwners)),
        created: true,
      };
    },
    get: (ref: KubeRef): KubeObject | undefined => findStored(ref)?.object,
    /** By us or by the operator: a plain update either way. */
    mergePatch: (ref: KubeRef, patch: JsonObject, preconditions?: { uid?: string }): KubeObject => {
      const stored = requireStored(ref);
      checkPreconditions(preconditions ?? {}, stored);
      const { status: _status, ...allowed } = patch;
      return write(stored, mergePatchOf(asJson(stored.object), allowed) as JsonObject);
    },
    /** The status subresource: nothing else changes by it. */
    setStatus: (ref: KubeRef, status: JsonObject): KubeObject => {
      const stored = requireStored(ref);
      return write(stored, { ...asJson(stored.object), status });
    },
    delete: (ref: KubeRef, { uid }: { uid: string }): DeleteOutcome => {
      const stored = findStored(ref);
      if (!stored) return 'absent';
      if (stored.object.metadata.uid !== uid) return 'uid-changed';
      store.remove(stored.object);
      return 'deleting';
    },
  };
};

const asJson = (object: KubeObject): JsonObject => object as unknown as JsonObject;
