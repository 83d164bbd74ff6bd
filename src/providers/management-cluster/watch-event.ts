import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { asKubeObject } from './answers.ts';
import type { ResolvedKind } from './kinds.ts';

/** One line of a watch stream, understood. */
export type WatchEvent =
  | { readonly type: 'changed'; readonly object: KubeObject; readonly version: string }
  | { readonly type: 'gone'; readonly object: KubeObject; readonly version: string }
  | { readonly type: 'bookmark'; readonly version: string }
  /** The server has forgotten our version: list again. */
  | { readonly type: 'expired' }
  /** Something else is wrong, or the line is no event: what we know is in doubt, list again. */
  | { readonly type: 'doubt'; readonly why: 'error' | 'garbage' };

const GARBAGE: WatchEvent = { type: 'doubt', why: 'garbage' };

const versionOf = (object: JsonObject): string => {
  const metadata = object['metadata'];
  const version = isJsonObject(metadata) ? metadata['resourceVersion'] : undefined;
  return typeof version === 'string' ? version : '';
};

/** A current server sends 410 as an ERROR event inside a 200 stream. */
const parseError = (status: JsonObject): WatchEvent =>
  status['code'] === 410 || status['reason'] === 'Expired' || status['reason'] === 'Gone'
    ? { type: 'expired' }
    : { type: 'doubt', why: 'error' };

const parseObjectEvent = (type: unknown, object: JsonObject, kind: ResolvedKind): WatchEvent => {
  const version = versionOf(object);
  if (version === '') return GARBAGE;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      return { type: 'changed', object: asKubeObject(object, kind), version };
    case 'DELETED':
      return { type: 'gone', object: asKubeObject(object, kind), version };
    case 'BOOKMARK':
      return { type: 'bookmark', version };
    default:
      return GARBAGE;
  }
};

export const parseWatchEvent = (line: string, kind: ResolvedKind): WatchEvent => {
  try {
    const event: unknown = JSON.parse(line);
    if (!isJsonObject(event) || !isJsonObject(event['object'])) return GARBAGE;
    if (event['type'] === 'ERROR') return parseError(event['object']);
    return parseObjectEvent(event['type'], event['object'], kind);
  } catch {
    return GARBAGE;
  }
};
