import type { JsonObject } from '../../../domain/shared/json.ts';
import { type ApiError, statusOf } from '../objects/api-error.ts';
import { tooOldVersion } from '../objects/errors.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ChangeRow } from '../store/read-changes.ts';
import { eventOf, type ObjectEvent, type WatchFilter } from './watch-event.ts';
import type { Subscription, WatchHub } from './watch-hub.ts';
import type { WatchStream } from './watch-stream.ts';

export interface WatchRequest {
  readonly type: ResourceType;
  readonly filter: WatchFilter;
  /** Send changes after this version. */
  readonly from: number;
  /** The state at `from`, sent first as ADDED events. */
  readonly initial: readonly ObjectEvent[];
  /** Tell by a bookmark where the initial events end. */
  readonly marksInitialEnd: boolean;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
  encode(event: ObjectEvent): string;
}

export interface WatchParts {
  readonly store: ObjectStore;
  readonly hub: WatchHub;
  readonly bookmarkMs: number;
}

const backlogPage = 500;

const line = (type: string, object: JsonObject): string => `${JSON.stringify({ type, object })}\n`;

export const errorLine = (error: ApiError): string => line('ERROR', statusOf(error));

const bookmarkLine = (type: ResourceType, rv: number, marksInitialEnd = false): string =>
  line('BOOKMARK', {
    kind: type.kind,
    apiVersion: type.apiVersion,
    metadata: {
      resourceVersion: String(rv),
      ...(marksInitialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
    },
  });

/** Sends what happened between the start of the watch and the moment it joined the hub. False: the history is gone. */
const sendBacklog = async (
  parts: WatchParts,
  request: WatchRequest,
  until: number,
  send: (changes: readonly ChangeRow[]) => void,
): Promise<boolean> => {
  let position = request.from;
  while (position < until) {
    const page = await parts.store.changesAfter(position, [request.type.storageKey], backlogPage);
    if (position < page.compacted) return false;
    send(page.changes.filter(({ rv }) => rv <= until));
    position = page.upTo;
  }
  return true;
};

const startTimers = (parts: WatchParts, request: WatchRequest, stream: WatchStream): (() => void) => {
  const bookmark = (): void => {
    if (request.bookmarks)
      stream.send([bookmarkLine(request.type, Math.max(parts.hub.position(), request.from))]);
  };
  const bookmarks = setInterval(bookmark, parts.bookmarkMs);
  const end = setTimeout(stream.end, request.timeoutMs);
  return () => {
    clearInterval(bookmarks);
    clearTimeout(end);
  };
};

const sendInitial = (request: WatchRequest, stream: WatchStream): void => {
  stream.send(request.initial.map(request.encode));
  if (request.marksInitialEnd) stream.send([bookmarkLine(request.type, request.from, true)]);
};

/** Serves one watch until its stream is closed. Changes that arrive while the backlog is read wait behind it. */
export const runWatch = async (
  parts: WatchParts,
  request: WatchRequest,
  stream: WatchStream,
): Promise<void> => {
  let held: ChangeRow[] | undefined = [];
  const send = (changes: readonly ChangeRow[]): void => {
    const events = changes
      .filter(({ rv }) => rv > request.from)
      .map((change) => eventOf(request.filter, change))
      .filter((event) => event !== undefined);
    if (events.length > 0) stream.send(events.map(request.encode));
  };
  const subscription: Subscription = await parts.hub.subscribe(request.type.storageKey, (changes) => {
    try {
      if (held) held.push(...changes);
      else send(changes);
    } catch (error) {
      // A watch that missed something is of no use: its client has to begin anew.
      stream.end();
      throw error;
    }
  });
  try {
    sendInitial(request, stream);
    if (!(await sendBacklog(parts, request, subscription.from, send))) {
      const { compacted } = await parts.store.revision();
      stream.send([errorLine(tooOldVersion(request.from, compacted))]);
      stream.end();
      return;
    }
    const waiting = held;
    held = undefined;
    send(waiting);
    const stopTimers = startTimers(parts, request, stream);
    await stream.closed.finally(stopTimers);
  } finally {
    subscription.end();
  }
};
