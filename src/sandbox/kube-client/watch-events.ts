import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { KubeApiError } from './kube-api-error.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubeObject;
}

const eventTypes: readonly unknown[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];

const parseEvent = (line: string): WatchEvent => {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    throw new KubeApiError(410, 'Unreadable', 'a line of the watch was no JSON');
  }
  const object = isJsonObject(event) ? event['object'] : undefined;
  if (isJsonObject(event) && event['type'] === 'ERROR' && isJsonObject(object)) {
    throw new KubeApiError(
      Number(object['code'] ?? 500),
      String(object['reason'] ?? ''),
      String(object['message'] ?? ''),
    );
  }
  if (!isJsonObject(event) || !eventTypes.includes(event['type']) || !isJsonObject(object)) {
    throw new KubeApiError(410, 'Unreadable', 'a line of the watch was no event');
  }
  return event as unknown as WatchEvent;
};

/**
 * The events of one stream, until it ends. An unreadable line is treated like a version that is too old: list again.
 * A last line without its line feed is a cut event and is dropped; the next watch brings it again.
 */
export async function* readWatchEvents(
  stream: IncomingMessage,
  idleMs: number,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const giveUp = () => stream.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  stream.setTimeout(idleMs, giveUp);
  stream.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of stream) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield parseEvent(line);
    }
  } catch (error) {
    if (error instanceof KubeApiError) throw error;
    throw new KubeApiError(0, 'Unreachable', error instanceof Error ? error.message : String(error));
  } finally {
    signal.removeEventListener('abort', giveUp);
    stream.destroy();
  }
}
