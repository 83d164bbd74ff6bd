import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import { ManagementClusterError } from '../errors.ts';
import type { ResolvedKind } from '../kinds.ts';
import type { Timing } from '../timing.ts';
import type { Ownership } from './ownership.ts';

export interface StoredObject {
  readonly object: KubeObject;
  readonly owners: Ownership;
}

export interface StoredEvent {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
  /** Labels before the change: a watch with a selector sees an object leave. */
  readonly before: KubeObject | undefined;
}

/** Objects with versions, uids, generations, finalizers, owner references and namespaces that end; and their history. */
export interface FakeStore {
  find(kind: ResolvedKind, namespace: string | undefined, name: string): StoredObject | undefined;
  all(): readonly KubeObject[];
  /** Stores what changed and tells the listener; an unchanged object keeps its version. */
  save(next: KubeObject, owners: Ownership): KubeObject;
  /** Marks for deletion, or removes when no finalizer holds it. */
  remove(object: KubeObject): void;
  version(): number;
  /** Undefined when the history no longer reaches back so far. */
  eventsSince(version: number): readonly StoredEvent[] | undefined;
  /** Every version given out so far becomes too old. */
  forgetHistory(): void;
}

const HISTORY = 5_000;

const keyOf = ({ apiVersion, kind, metadata }: KubeObject): string =>
  [apiVersion, kind, metadata.namespace ?? '', metadata.name].join(' ');

/** Core and RBAC kinds have no generation. */
const hasGeneration = ({ apiVersion }: KubeObject): boolean =>
  apiVersion !== 'v1' && !apiVersion.startsWith('rbac.');

const specOf = (object: KubeObject): string => {
  const { metadata: _metadata, status: _status, ...rest } = object;
  return JSON.stringify(rest);
};

const ownerUids = (object: KubeObject): readonly unknown[] => {
  const { ownerReferences } = object.metadata as { ownerReferences?: readonly JsonObject[] };
  return (ownerReferences ?? []).filter(isJsonObject).map(({ uid }) => uid);
};

export const createFakeStore = (timing: Timing, onEvent: (event: StoredEvent) => void): FakeStore => {
  const objects = new Map<string, StoredObject>();
  let history: StoredEvent[] = [];
  let version = 1;
  let forgotten = 0;
  let uids = 0;

  const record = (type: StoredEvent['type'], object: KubeObject, before: KubeObject | undefined) => {
    const event = { version, type, object, before };
    history.push(event);
    if (history.length > HISTORY) forgotten = history.shift()?.version ?? forgotten;
    onEvent(event);
  };

  const nowText = () => new Date(timing.now()).toISOString().replace(/\.\d+Z$/, 'Z');

  const namespaceOf = (object: KubeObject): KubeObject | undefined =>
    objects.get(`v1 Namespace  ${object.metadata.namespace ?? ''}`)?.object;

  const checkNamespace = (object: KubeObject) => {
    if (object.metadata.namespace === undefined) return;
    const namespace = namespaceOf(object);
    if (namespace && namespace.metadata.deletionTimestamp === undefined) return;
    const why = namespace ? 'is being terminated' : 'not found';
    throw new ManagementClusterError('conflict', `namespaces "${object.metadata.namespace}" ${why}`, {
      status: namespace ? 403 : 404,
    });
  };

  const nextMetadata = (next: KubeObject, current: KubeObject | undefined): KubeObject['metadata'] => {
    const changedSpec = current === undefined || specOf(current) !== specOf(next);
    const generation = (current?.metadata.generation ?? 0) + (changedSpec ? 1 : 0);
    return {
      ...next.metadata,
      uid: current?.metadata.uid ?? `00000000-0000-4000-8000-${String(++uids).padStart(12, '0')}`,
      creationTimestamp: current?.metadata.creationTimestamp ?? nowText(),
      ...(hasGeneration(next) && { generation }),
    };
  };

  const save = (next: KubeObject, owners: Ownership): KubeObject => {
    const current = objects.get(keyOf(next))?.object;
    if (!current) checkNamespace(next);
    const metadata = nextMetadata(next, current);
    const unversioned = {
      ...next,
      metadata: { ...metadata, resourceVersion: current?.metadata.resourceVersion },
    };
    if (current && JSON.stringify(sorted(unversioned)) === JSON.stringify(sorted(current))) {
      objects.set(keyOf(next), { object: current, owners });
      return current;
    }
    version += 1;
    const object = { ...next, metadata: { ...metadata, resourceVersion: String(version) } } as KubeObject;
    objects.set(keyOf(object), { object, owners });
    record(current ? 'MODIFIED' : 'ADDED', object, current);
    if (isFinished(object)) erase(object);
    return object;
  };

  const isFinished = ({ metadata }: KubeObject): boolean =>
    metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;

  const erase = (object: KubeObject) => {
    if (object.kind === 'Namespace' && membersOf(object.metadata.name).length > 0) return;
    objects.delete(keyOf(object));
    version += 1;
    const last = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
    record('DELETED', last, object);
    collectOrphans(object);
    const namespace = namespaceOf(object);
    if (namespace && isFinished(namespace)) erase(namespace);
  };

  const membersOf = (namespace: string): readonly KubeObject[] =>
    all().filter(({ metadata }) => metadata.namespace === namespace);

  const collectOrphans = (owner: KubeObject) => {
    const live = new Set<unknown>(all().map(({ metadata }) => metadata.uid));
    for (const object of all()) {
      const uidsOfOwners = ownerUids(object);
      const orphaned =
        uidsOfOwners.includes(owner.metadata.uid) && !uidsOfOwners.some((uid) => live.has(uid));
      if (orphaned) remove(object);
    }
  };

  const remove = (object: KubeObject) => {
    const stored = objects.get(keyOf(object));
    if (!stored || stored.object.metadata.deletionTimestamp !== undefined) return;
    const held = (stored.object.metadata.finalizers ?? []).length > 0 || object.kind === 'Namespace';
    if (!held) return erase(stored.object);
    const metadata = { ...stored.object.metadata, deletionTimestamp: nowText() };
    save({ ...stored.object, metadata } as KubeObject, stored.owners);
    if (object.kind === 'Namespace') {
      for (const member of membersOf(object.metadata.name)) remove(member);
    }
  };

  const all = (): readonly KubeObject[] => [...objects.values()].map(({ object }) => object);

  return {
    find: (kind, namespace, name) =>
      objects.get([kind.apiVersion, kind.kind, namespace ?? '', name].join(' ')),
    all,
    save,
    remove,
    version: () => version,
    eventsSince: (since) =>
      since < forgotten ? undefined : history.filter((event) => event.version > since),
    forgetHistory: () => {
      history = [];
      version += 1;
      forgotten = version;
    },
  };
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
};
