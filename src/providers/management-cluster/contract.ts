import type { JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../domain/shared/kube-object.ts';
import type { ManagementClusterErrorKind } from './errors.ts';

export { ManagementClusterError } from './errors.ts';

export interface KubeKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface KubeList {
  readonly items: readonly KubeObject[];
  /** Opaque; a watch may start from it. */
  readonly resourceVersion: string;
}

/**
 * `deleting`: accepted; the object is gone only once `get` says undefined.
 * `absent`: it was not there. `uid-changed`: the name belongs to another object now; nothing was deleted.
 */
export type DeleteOutcome = 'deleting' | 'absent' | 'uid-changed';

export interface ManagementClusterFacts {
  /** As the server says it, for example v1.35.4. */
  readonly serverVersion: string;
  /** Platforms that the installed HostedCluster CRD admits; empty when HyperShift is not installed. */
  readonly hostedClusterPlatforms: readonly string[];
  /** The OpenShift Route API is served. */
  readonly hasRoutes: boolean;
  /** Minor versions that the HyperShift operator supports, newest first; empty when it does not say. */
  readonly supportedMinors: readonly string[];
}

export interface WatchState {
  readonly kind: KubeKind;
  /** `listing`: fetching the truth. `watching`: following changes. `waiting`: after a failure, until the next attempt. */
  readonly phase: 'listing' | 'watching' | 'waiting';
  readonly error?: ManagementClusterErrorKind;
  readonly retryInMs?: number;
}

/**
 * Handlers are called one at a time per kind and must be quick: note a key and return. What they throw is counted, not passed on.
 * Events are hints and `onSynced` is the truth: an object that is missing from it is gone, with or without an `onGone`.
 */
export interface WatchOptions {
  /** Made by `labelSelectorOf`; never empty. */
  readonly labelSelector: string;
  onObject(object: KubeObject): void;
  onGone(ref: KubeRef & { readonly uid?: string }): void;
  onSynced(kind: KubeKind, items: readonly KubeObject[]): void;
  onState?(state: WatchState): void;
}

export interface WatchCounters {
  /** How often the server said that our version is too old. */
  readonly gone410: number;
  /** Streams opened after the first one of each kind. */
  readonly reconnects: number;
  readonly relists: number;
  /** Lines that were no event of the watched kind; each led to a new list. */
  readonly garbage: number;
  readonly failures: number;
  readonly handlerErrors: number;
  /** Epoch milliseconds of the latest proof that every kind is up to date; undefined before the first. */
  readonly lastSyncAt: number | undefined;
}

export interface ManagementClusterWatch {
  /** Ends when no request, timer or handler of this watch is left. */
  stop(): Promise<void>;
  /** Of the kind that is furthest behind; counted from the start of the watch until the first sync. */
  secondsSinceSync(): number;
  counters(): WatchCounters;
}

/** One connected management cluster. Every method rejects with ManagementClusterError only. */
export interface ManagementCluster {
  /**
   * Server-side apply as field manager `berth`, with force: we own what we send, and what we stop sending goes.
   * `metadata.uid` and `metadata.resourceVersion`, when given, are preconditions (`conflict` when they do not hold).
   */
  apply(object: KubeObject): Promise<KubeObject>;
  /** Creates or reports the existing object as it is, unchanged: for generated secrets. */
  create(object: KubeObject): Promise<{ object: KubeObject; created: boolean }>;
  /** Undefined only when the server says that this very object does not exist. */
  get(ref: KubeRef): Promise<KubeObject | undefined>;
  /** All pages. Without `namespace`, of all namespaces. */
  list(kind: KubeKind, options: { namespace?: string; labelSelector?: string }): Promise<KubeList>;
  /** RFC 7396. An absent object, or another uid than asked for, is a `conflict`. */
  mergePatch(ref: KubeRef, patch: JsonObject, preconditions?: { uid?: string }): Promise<KubeObject>;
  delete(ref: KubeRef, preconditions: { uid: string }): Promise<DeleteOutcome>;
  probe(): Promise<ManagementClusterFacts>;
  /** Follows the kinds over all namespaces until stopped, whatever happens. */
  watch(kinds: readonly KubeKind[], options: WatchOptions): ManagementClusterWatch;
  /** Stops every watch, gives up every call, closes every socket. */
  close(): Promise<void>;
}
