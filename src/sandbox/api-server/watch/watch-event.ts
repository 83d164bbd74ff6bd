import { matchesSelector, type Selector } from '../selectors/label-selector.ts';
import type { ChangeRow } from '../store/read-changes.ts';

export interface WatchFilter {
  /** Undefined watches all namespaces. */
  readonly namespace: string | undefined;
  readonly labels: Selector;
  readonly fields: Selector;
}

export interface ObjectEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly rv: number;
  /** As stored, without its resourceVersion. */
  readonly body: string;
}

type Values = Readonly<Record<string, string>>;

const matches = (filter: WatchFilter, state: { labels: Values; fields: Values } | undefined): boolean =>
  state !== undefined &&
  matchesSelector(filter.labels, state.labels) &&
  matchesSelector(filter.fields, state.fields);

/** All watches that see a change the same way share one event, so that it is printed once. */
const sharedEvents = new WeakMap<ChangeRow, Map<ObjectEvent['type'], ObjectEvent>>();

const shared = (change: ChangeRow, type: ObjectEvent['type'], body: string): ObjectEvent => {
  const known = sharedEvents.get(change) ?? new Map<ObjectEvent['type'], ObjectEvent>();
  sharedEvents.set(change, known);
  const event = known.get(type) ?? { type, rv: change.rv, body };
  known.set(type, event);
  return event;
};

/**
 * What a change is for one watch. An object that starts to match the selectors appears as ADDED, and one that stops to match
 * as DELETED, in its last matching state.
 */
export const eventOf = (filter: WatchFilter, change: ChangeRow): ObjectEvent | undefined => {
  if (filter.namespace !== undefined && filter.namespace !== change.namespace) return undefined;
  const before = matches(filter, change.previous);
  const { body, previous } = change;
  if (change.change === 'DELETED') return before ? shared(change, 'DELETED', body) : undefined;
  if (matches(filter, change)) return shared(change, before ? 'MODIFIED' : 'ADDED', body);
  return before ? shared(change, 'DELETED', previous?.body ?? body) : undefined;
};
