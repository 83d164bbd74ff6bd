import type { ListPage, ListQuery } from './list-versions.ts';
import type { ChangesPage } from './read-changes.ts';

/** Names one object: `resource` is `group/plural` whatever version is asked for, `namespace` is empty for cluster-scoped kinds. */
export interface ObjectKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export interface StoredVersion extends ObjectKey {
  readonly rv: number;
  readonly uid: string;
  readonly body: string;
}

/** A write that takes effect only if `expected` is still the current version (undefined: there is no such object). */
export interface Write extends ObjectKey {
  readonly expected: number | undefined;
  readonly change: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** The uids of the owners. */
  readonly owners: readonly string[];
  readonly body: string;
}

interface Revision {
  readonly rv: number;
  /** Versions up to this one can no longer be watched from or listed at. */
  readonly compacted: number;
}

export interface ObjectStore {
  get(key: ObjectKey): Promise<StoredVersion | undefined>;
  list(query: ListQuery): Promise<ListPage>;
  /** The new version, or undefined when the expected one is no longer current. */
  commit(write: Write): Promise<number | undefined>;
  revision(): Promise<Revision>;
  changesAfter(rv: number, resources: readonly string[], limit: number): Promise<ChangesPage>;
  ownedBy(uid: string): Promise<readonly StoredVersion[]>;
  byUids(uids: readonly string[]): Promise<readonly StoredVersion[]>;
  /** The uids of objects none of whose owners exist. */
  orphans(): Promise<readonly string[]>;
  inNamespace(namespace: string, limit: number): Promise<readonly StoredVersion[]>;
  /** Forgets what was replaced up to `rv`. */
  compactTo(rv: number): Promise<void>;
  /** A value that is made once and then kept. */
  setting(name: string, make: () => Promise<string>): Promise<string>;
  replaceSetting(name: string, value: string): Promise<void>;
}
