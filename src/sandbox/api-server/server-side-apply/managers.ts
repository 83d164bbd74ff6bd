import type { ManagedFieldsEntry } from '../objects/api-object.ts';
import { emptySet, type FieldSet, fieldsV1Of, isEmptySet, setFromFieldsV1, unionOf } from './field-set.ts';

export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}

export interface Manager extends ManagerIdentity {
  readonly set: FieldSet;
  /** RFC 3339, seconds. */
  readonly time: string | undefined;
}

/** By `managerKey`. */
export type Managers = ReadonlyMap<string, Manager>;

/** An applier is one manager whatever version it applies with; an updater is one per version. */
export const managerKey = (identity: ManagerIdentity): string =>
  JSON.stringify([
    identity.manager,
    identity.operation,
    identity.operation === 'Apply' ? '' : identity.apiVersion,
    identity.subresource,
  ]);

export const managersFrom = (entries: readonly ManagedFieldsEntry[] | undefined): Managers => {
  const managers = new Map<string, Manager>();
  for (const entry of entries ?? []) {
    const identity: ManagerIdentity = {
      manager: entry.manager ?? '',
      operation: entry.operation === 'Apply' ? 'Apply' : 'Update',
      apiVersion: entry.apiVersion ?? '',
      subresource: entry.subresource ?? '',
    };
    const set = setFromFieldsV1(entry.fieldsV1 ?? {});
    const known = managers.get(managerKey(identity));
    managers.set(managerKey(identity), {
      ...identity,
      time: entry.time,
      set: known ? unionOf(known.set, set) : set,
    });
  }
  return managers;
};

const order = (left: Manager, right: Manager): number =>
  left.operation.localeCompare(right.operation) ||
  (left.time ?? '').localeCompare(right.time ?? '') ||
  left.manager.localeCompare(right.manager) ||
  left.apiVersion.localeCompare(right.apiVersion) ||
  left.subresource.localeCompare(right.subresource);

const entryOf = (manager: Manager): ManagedFieldsEntry => ({
  manager: manager.manager,
  operation: manager.operation,
  apiVersion: manager.apiVersion,
  ...(manager.time ? { time: manager.time } : {}),
  fieldsType: 'FieldsV1',
  fieldsV1: fieldsV1Of(manager.set),
  ...(manager.subresource ? { subresource: manager.subresource } : {}),
});

const maxUpdaters = 10;

/** Keeps the list short as kube-apiserver does: beyond ten updaters the oldest become one, named ancient-changes. */
const capUpdaters = (managers: readonly Manager[]): readonly Manager[] => {
  const updaters = managers.filter(({ operation }) => operation === 'Update');
  const surplus = updaters.length - maxUpdaters;
  if (surplus <= 0) return managers;
  const old = updaters.slice(0, surplus + 1);
  const [first] = old;
  if (!first) return managers;
  const bucket: Manager = {
    ...first,
    manager: 'ancient-changes',
    subresource: '',
    set: old.reduce((set, manager) => unionOf(set, manager.set), emptySet),
    time: old.at(-1)?.time,
  };
  return [...managers.filter((manager) => !old.includes(manager)), bucket].sort(order);
};

export const entriesOf = (managers: Managers): readonly ManagedFieldsEntry[] => {
  const kept = [...managers.values()].filter((manager) => !isEmptySet(manager.set));
  return capUpdaters(kept.sort(order)).map(entryOf);
};
