import type { ServerResponse } from 'node:http';
import { bendStream, type CuttableStream } from '../faults/faulty-stream.ts';
import { tooOldVersion } from '../objects/errors.ts';
import { asVersion, decodeBody, withVersion } from '../store/stored-body.ts';
import { errorLine, runWatch } from '../watch/run-watch.ts';
import type { ObjectEvent } from '../watch/watch-event.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { checkWatchOptions } from './list-options.ts';
import { isTrue, resourceVersionOf, selectorsOf, wholeNumberOf } from './query-options.ts';
import { renderObject } from './render.ts';

/** A client that reads slower than this falls behind for good and is cut off, as kube-apiserver does. */
const maxBufferedBytes = 32 * 1024 * 1024;

const openStream = (response: ServerResponse): CuttableStream => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache, private' });
  response.flushHeaders();
  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const isOpen = (): boolean => !response.destroyed && !response.writableEnded;
  return {
    closed,
    send: (lines) => {
      if (lines.length === 0 || !isOpen()) return;
      response.write(lines.join(''));
      if (response.writableLength > maxBufferedBytes) response.destroy();
    },
    end: () => {
      if (isOpen()) response.end();
    },
    cut: (lastBytes) => {
      if (!isOpen()) return;
      if (lastBytes === undefined) response.destroy();
      else response.write(lastBytes, () => response.destroy());
    },
  };
};

/** Many watches see the same change: its line is printed once. */
const printedLines = new WeakMap<ObjectEvent, Map<string, string>>();

const plainLine = (event: ObjectEvent, apiVersion: string): string => {
  const known = printedLines.get(event) ?? new Map<string, string>();
  printedLines.set(event, known);
  const line =
    known.get(apiVersion) ??
    `{"type":"${event.type}","object":${withVersion(asVersion(event.body, apiVersion), event.rv)}}\n`;
  known.set(apiVersion, line);
  return line;
};

const encoderOf = (request: ResourceRequest, now: () => Date): ((event: ObjectEvent) => string) => {
  const { type, rendering } = request;
  if (rendering.as === 'object') return (event) => plainLine(event, type.apiVersion);
  let isFirst = true;
  return (event) => {
    const object = decodeBody(asVersion(event.body, type.apiVersion), event.rv);
    const rendered = renderObject(request, object, now(), isFirst);
    isFirst = false;
    return `${JSON.stringify({ type: event.type, object: rendered })}\n`;
  };
};

/** Where a watch starts, and the state it sends first. */
const startOf = async (parts: ApiParts, request: ResourceRequest) => {
  const { query, type, namespace } = request;
  const version = resourceVersionOf(query) ?? 0;
  checkWatchOptions(query);
  const wished = query.get('sendInitialEvents');
  const sendsInitial = wished === null || wished === '' ? version === 0 : isTrue(wished);
  if (!sendsInitial) {
    return { from: version > 0 ? version : (await parts.writes.store.revision()).rv, initial: [] };
  }
  const page = await parts.writes.store.list({
    resource: type.storageKey,
    namespace,
    ...selectorsOf(request),
    limit: undefined,
  });
  const initial = page.items.map(({ body, rv }): ObjectEvent => ({ type: 'ADDED', rv, body }));
  return { from: page.rv, initial };
};

const defaultTimeoutMs = (): number => (30 + Math.random() * 30) * 60_000;

export const watchObjects = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, namespace, query, faults } = request;
  const start = await startOf(parts, request);
  const filter = { namespace, ...selectorsOf(request) };
  const seconds = wholeNumberOf(query, 'timeoutSeconds');
  const stream = bendStream(openStream(response), faults);
  if (faults.some((fault) => fault.type === 'expired') && (resourceVersionOf(query) ?? 0) > 0) {
    stream.send([errorLine(tooOldVersion(start.from, parts.hub.position()))]);
    stream.end();
    return;
  }
  await runWatch(
    { store: parts.writes.store, hub: parts.hub, bookmarkMs: parts.bookmarkMs },
    {
      type,
      filter,
      ...start,
      marksInitialEnd: isTrue(query.get('sendInitialEvents')) && isTrue(query.get('allowWatchBookmarks')),
      bookmarks: isTrue(query.get('allowWatchBookmarks')),
      timeoutMs: seconds ? seconds * 1000 : defaultTimeoutMs(),
      encode: encoderOf(request, parts.writes.now),
    },
    stream,
  );
};
