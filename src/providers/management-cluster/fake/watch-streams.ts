import type { KubeKind } from '../contract.ts';
import type { Timing } from '../timing.ts';
import type { WatchRequest } from '../watch-source.ts';
import { matchesSelector } from './selector.ts';
import type { FakeStore, StoredEvent } from './store.ts';

const BOOKMARK_MS = 60_000;

interface Stream {
  push(event: StoredEvent): void;
  end(): void;
}

export interface WatchStreams {
  open(kind: KubeKind, request: WatchRequest, signal: AbortSignal): AsyncIterable<string>;
  publish(event: StoredEvent): void;
  cut(): void;
}

const expiredLine = JSON.stringify({
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'Expired',
    code: 410,
    message: 'too old',
  },
});

/** What the stream's reader sees of a change: labels can bring an object into the selection and out of it. */
const lineOf = (
  { type, object, before }: StoredEvent,
  kind: KubeKind,
  selector: string,
): string | undefined => {
  if (object.kind !== kind.kind || object.apiVersion !== kind.apiVersion) return undefined;
  const isIn = type !== 'DELETED' && matchesSelector(object, selector);
  const wasIn = before !== undefined && matchesSelector(before, selector);
  if (!isIn && !wasIn) return undefined;
  const seen = isIn ? (wasIn ? 'MODIFIED' : 'ADDED') : 'DELETED';
  return JSON.stringify({ type: seen, object });
};

export const createWatchStreams = (store: () => FakeStore, timing: Timing): WatchStreams => {
  const streams = new Set<Stream>();

  async function* readStream(
    kind: KubeKind,
    request: WatchRequest,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const waiting: string[] = [];
    let ended = false;
    let wake = () => {};
    const end = () => {
      ended = true;
      wake();
    };
    const send = (line: string | undefined) => {
      if (line === undefined || ended) return;
      waiting.push(line);
      wake();
    };
    const stream: Stream = { push: (event) => send(lineOf(event, kind, request.labelSelector)), end };
    const bookmark = () => {
      const metadata = { resourceVersion: String(store().version()) };
      send(JSON.stringify({ type: 'BOOKMARK', object: { ...kind, metadata } }));
      callOffBookmark = timing.after(BOOKMARK_MS, bookmark);
    };
    let callOffBookmark = timing.after(BOOKMARK_MS, bookmark);
    const callOffEnd = timing.after(request.timeoutSeconds * 1000, end);
    signal.addEventListener('abort', end, { once: true });
    const past = store().eventsSince(Number(request.resourceVersion));
    if (past === undefined) {
      send(expiredLine);
      ended = true;
    } else {
      for (const event of past) stream.push(event);
      streams.add(stream);
    }
    try {
      while (!signal.aborted) {
        const line = waiting.shift();
        if (line !== undefined) yield line;
        else if (ended) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      streams.delete(stream);
      callOffBookmark();
      callOffEnd();
      signal.removeEventListener('abort', end);
    }
  }

  return {
    open: readStream,
    publish: (event) => {
      for (const stream of streams) stream.push(event);
    },
    cut: () => {
      for (const stream of streams) stream.end();
    },
  };
};
