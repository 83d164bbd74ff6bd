import type { IncomingMessage } from 'node:http';
import type { Caller } from './caller.ts';
import type { KubeKind, KubeList } from './contract.ts';
import { ManagementClusterError } from './errors.ts';
import { checkLabelSelector } from './label-selector.ts';
import type { createList } from './list.ts';
import { targetCollection } from './paths.ts';
import type { Timing } from './timing.ts';

export interface WatchRequest {
  readonly labelSelector: string;
  readonly resourceVersion: string;
  /** The server ends the stream after so long. */
  readonly timeoutSeconds: number;
}

/** What the watch loop needs of a management cluster: the truth, and a stream of changes from there on. */
export interface WatchSource {
  list(kind: KubeKind, labelSelector: string, signal: AbortSignal): Promise<KubeList>;
  /** Resolves when the stream is open. Every end of the lines is normal; all else is a ManagementClusterError. */
  open(kind: KubeKind, request: WatchRequest, signal: AbortSignal): Promise<AsyncIterable<string>>;
}

/** Twice the largest object that etcd takes. */
const LONGEST_LINE = 4 * 1024 * 1024;
const NEWLINE = 10;

/** For a server that does not end the stream when it was asked to. */
const LIFE_GRACE_MS = 10_000;

interface StreamLimits {
  readonly idleMs: number;
  readonly lifeMs: number;
}

/**
 * Lines of a stream, without the one that is cut off by its end. A stream that is silent for too long is half-open:
 * it is destroyed, which is an end like any other. Leaving the loop early destroys it too.
 */
async function* readLines(
  stream: IncomingMessage,
  { idleMs, lifeMs }: StreamLimits,
  timing: Timing,
): AsyncGenerator<string> {
  const watchSilence = () => timing.after(idleMs, () => stream.destroy());
  const callOffLife = timing.after(lifeMs, () => stream.destroy());
  let callOff = watchSilence();
  let rest: Buffer[] = [];
  let restSize = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      callOff();
      callOff = watchSilence();
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        rest.push(chunk.subarray(start, end));
        yield Buffer.concat(rest).toString('utf8');
        rest = [];
        restSize = 0;
        start = end + 1;
      }
      rest.push(chunk.subarray(start));
      restSize += chunk.length - start;
      if (restSize > LONGEST_LINE) {
        throw new ManagementClusterError('nonsense', `a watch event is longer than ${LONGEST_LINE} bytes`);
      }
    }
  } catch (error) {
    if (error instanceof ManagementClusterError) throw error;
  } finally {
    callOff();
    callOffLife();
  }
}

export const createWatchSource = (
  caller: Caller,
  list: ReturnType<typeof createList>,
  idleMs: number,
  timing: Timing,
): WatchSource => ({
  list: (kind, labelSelector, signal) => list(kind, { labelSelector, signal, flow: 'watch' }),
  open: async (kind, { labelSelector, resourceVersion, timeoutSeconds }, signal) => {
    const { path } = targetCollection(kind, undefined);
    const query = new URLSearchParams({
      watch: 'true',
      allowWatchBookmarks: 'true',
      labelSelector: checkLabelSelector(labelSelector),
      resourceVersion,
      timeoutSeconds: String(timeoutSeconds),
    });
    const stream = await caller.open({ method: 'GET', path: `${path}?${query}` }, signal);
    return readLines(stream, { idleMs, lifeMs: timeoutSeconds * 1000 + LIFE_GRACE_MS }, timing);
  },
});
