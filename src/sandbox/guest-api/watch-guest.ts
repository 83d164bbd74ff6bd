import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '../../domain/shared/kube-object.ts';

export interface GuestWatch {
  /** Everything that the watch may see, now. */
  read(): Promise<readonly KubeObject[]>;
  /** How an object is written into an event. */
  render(object: KubeObject): object;
  /** Objects up to that version are known to the client; undefined: it knows none. */
  readonly since: string | undefined;
  readonly timeoutMs: number;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

const keyOf = ({ metadata }: KubeObject): string =>
  `${metadata.namespace ?? ''}/${metadata.name}/${metadata.uid}`;

/** A version alone is no change: all nodes of a pool carry the version of their pool. */
const contentOf = ({ metadata, ...rest }: KubeObject): string => {
  const { resourceVersion: _version, ...own } = metadata;
  return JSON.stringify([own, rest]);
};

const isKnown = ({ metadata }: KubeObject, since: string | undefined): boolean => {
  if (!since || since === '0' || !/^\d+$/.test(metadata.resourceVersion ?? '')) return false;
  return BigInt(metadata.resourceVersion ?? '0') <= BigInt(/^\d+$/.test(since) ? since : '0');
};

/** Lines of a watch, made by looking again and again and telling the difference. Ends after `timeoutMs`, as every watch may. */
export async function* watchGuest(watch: GuestWatch): AsyncGenerator<string> {
  const line = (type: string, object: KubeObject) =>
    `${JSON.stringify({ type, object: watch.render(object) })}\n`;
  let known = new Map<string, KubeObject>();
  for (const object of await watch.read()) {
    known.set(keyOf(object), object);
    if (!isKnown(object, watch.since)) yield line('ADDED', object);
  }
  const end = Date.now() + watch.timeoutMs;
  while (!watch.signal.aborted && Date.now() < end) {
    await delay(Math.min(watch.pollMs, Math.max(1, end - Date.now())), undefined, {
      signal: watch.signal,
    }).catch(() => undefined);
    if (watch.signal.aborted) return;
    const present = new Map((await watch.read()).map((object) => [keyOf(object), object]));
    for (const [key, object] of present) {
      const before = known.get(key);
      if (!before) yield line('ADDED', object);
      else if (contentOf(before) !== contentOf(object)) yield line('MODIFIED', object);
    }
    for (const [key, object] of known) if (!present.has(key)) yield line('DELETED', object);
    known = present;
  }
}
