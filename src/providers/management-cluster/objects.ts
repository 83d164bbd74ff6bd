import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../domain/shared/kube-object.ts';
import { type Answer, errorOf, isSuccess, objectOf, saysAbsent } from './answers.ts';
import type { Caller } from './caller.ts';
import type { DeleteOutcome, ManagementCluster } from './contract.ts';
import { ManagementClusterError } from './errors.ts';
import { targetObject } from './paths.ts';

/** The one field manager of everything that we write. */
const FIELD_MANAGER = 'berth';

const refOf = ({ apiVersion, kind, metadata }: KubeObject): KubeRef => ({
  apiVersion,
  kind,
  name: metadata.name,
  ...(metadata.namespace !== undefined && { namespace: metadata.namespace }),
});

const stringsIn = (value: JsonValue | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** What a Secret holds must not come back in an error message, as it is or decoded. */
const secretValues = (kind: string, body: JsonObject): readonly string[] => {
  if (kind !== 'Secret') return [];
  const encoded = stringsIn(body['data']);
  return [
    ...encoded,
    ...encoded.map((text) => Buffer.from(text, 'base64').toString('utf8')),
    ...stringsIn(body['stringData']),
  ];
};

/** Metadata that only the server writes, which an apply or a create may not carry. */
const SERVER_METADATA = ['managedFields', 'creationTimestamp', 'deletionTimestamp', 'generation', 'selfLink'];

/** An object as we may send it: status is the operator's, bookkeeping is the server's. */
export const prepareObject = (object: KubeObject): JsonObject => {
  const { status: _status, metadata, ...rest } = object;
  const kept = Object.entries(metadata).filter(([field]) => !SERVER_METADATA.includes(field));
  return { ...rest, metadata: Object.fromEntries(kept) };
};

type ObjectCalls = Pick<ManagementCluster, 'apply' | 'create' | 'get' | 'mergePatch' | 'delete'>;

export const createObjectCalls = (caller: Caller): ObjectCalls => {
  const get = async (ref: KubeRef): Promise<KubeObject | undefined> => {
    const { kind, path, flow } = targetObject(ref);
    const answer = await caller.call({ method: 'GET', path }, { flow });
    return saysAbsent(answer, kind, ref.name) ? undefined : objectOf(answer, kind, ref.name);
  };

  /** A uid that does not hold is answered 409 or 422, by kind of object: told by looking, not by reading the message. */
  const explainRefusal = async (answer: Answer, ref: KubeRef, uid: string | undefined): Promise<void> => {
    if (uid === undefined || (answer.status !== 409 && answer.status !== 422)) return;
    const current = await get(ref);
    if (current?.metadata.uid === uid) return;
    const why = current ? 'another object has the name now' : 'the object is gone';
    throw new ManagementClusterError('conflict', `${ref.kind} ${ref.name}: ${why}`, { status: 409 });
  };

  const apply = async (object: KubeObject): Promise<KubeObject> => {
    const { kind, path, flow } = targetObject(refOf(object));
    const body = prepareObject(object);
    const answer = await caller.call(
      {
        method: 'PATCH',
        path: `${path}?fieldManager=${FIELD_MANAGER}&force=true`,
        contentType: 'application/apply-patch+yaml',
        body: JSON.stringify(body),
      },
      { flow, sent: secretValues(kind.kind, body) },
    );
    await explainRefusal(answer, refOf(object), object.metadata.uid);
    return objectOf(answer, kind, object.metadata.name);
  };

  const create = async (object: KubeObject): Promise<{ object: KubeObject; created: boolean }> => {
    const { kind, collection, flow } = targetObject(refOf(object));
    const body = prepareObject(object);
    const answer = await caller.call(
      {
        method: 'POST',
        path: `${collection}?fieldManager=${FIELD_MANAGER}`,
        contentType: 'application/json',
        body: JSON.stringify(body),
      },
      { flow, sent: secretValues(kind.kind, body) },
    );
    if (isSuccess(answer)) return { object: objectOf(answer, kind, object.metadata.name), created: true };
    const existing = answer.status === 409 ? await get(refOf(object)) : undefined;
    if (existing) return { object: existing, created: false };
    throw errorOf(answer);
  };

  const mergePatch: ObjectCalls['mergePatch'] = async (ref, patch, preconditions) => {
    const { kind, path, flow } = targetObject(ref);
    const uid = preconditions?.uid;
    const metadata = isJsonObject(patch['metadata']) ? patch['metadata'] : {};
    const body = uid === undefined ? patch : { ...patch, metadata: { ...metadata, uid } };
    const answer = await caller.call(
      {
        method: 'PATCH',
        path: `${path}?fieldManager=${FIELD_MANAGER}`,
        contentType: 'application/merge-patch+json',
        body: JSON.stringify(body),
      },
      { flow, sent: secretValues(kind.kind, patch) },
    );
    await explainRefusal(answer, ref, uid);
    return objectOf(answer, kind, ref.name);
  };

  const remove = async (ref: KubeRef, { uid }: { uid: string }): Promise<DeleteOutcome> => {
    const { kind, path, flow } = targetObject(ref);
    if (typeof uid !== 'string' || uid === '') {
      throw new ManagementClusterError('bad-name', `delete of ${ref.kind} ${ref.name} without a uid`);
    }
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid },
      propagationPolicy: 'Background',
    };
    const answer = await caller.call(
      { method: 'DELETE', path, contentType: 'application/json', body: JSON.stringify(body) },
      { flow },
    );
    if (isSuccess(answer)) return 'deleting';
    if (saysAbsent(answer, kind, ref.name)) return 'absent';
    if (answer.status !== 409) throw errorOf(answer);
    const current = await get(ref);
    if (!current) return 'absent';
    if (current.metadata.uid !== uid) return 'uid-changed';
    if (current.metadata.deletionTimestamp !== undefined) return 'deleting';
    throw errorOf(answer);
  };

  return { apply, create, get, mergePatch, delete: remove };
};
