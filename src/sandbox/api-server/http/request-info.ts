import { badRequest, unknownPath } from '../objects/errors.ts';

/** What a path of the Kubernetes API names. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly namespace: string | undefined;
  readonly plural: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

export interface RequestUrl {
  /** Without the query, decoded, without empty segments. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest('the path is not properly encoded');
  }
};

/** Reads a request target. Dot segments are not resolved: nothing below `..` may ever become another path. */
export const parseUrl = (target: string): RequestUrl => {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
  if (segments.some((segment) => segment === '.' || segment === '..')) throw unknownPath();
  return { segments, query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)) };
};

const splitRoot = (segments: readonly string[]) => {
  const [root, first, second, ...rest] = segments;
  if (root === 'api' && first) {
    return { group: '', version: first, rest: second === undefined ? [] : [second, ...rest] };
  }
  return root === 'apis' && first && second ? { group: first, version: second, rest } : undefined;
};

/** Reads what stands behind `/api/v1` or `/apis/GROUP/VERSION`; undefined when nothing stands there. */
export const parseResourcePath = (segments: readonly string[]): ResourcePath | undefined => {
  const root = splitRoot(segments);
  if (!root || root.rest.length === 0) return undefined;
  const { group, version, rest } = root;
  const [head, namespace, plural, name, subresource, ...more] = rest;
  // …/namespaces/NAME/status and …/finalize are of the namespace itself.
  const ofNamespace =
    plural === undefined || ((plural === 'status' || plural === 'finalize') && name === undefined);
  if (head === 'namespaces' && namespace !== undefined && !ofNamespace) {
    if (more.length > 0) throw unknownPath();
    return { group, version, namespace, plural, name, subresource };
  }
  const [ownPlural = '', ownName, ownSubresource, ...tooMany] = rest;
  if (tooMany.length > 0) throw unknownPath();
  return {
    group,
    version,
    namespace: undefined,
    plural: ownPlural,
    name: ownName,
    subresource: ownSubresource,
  };
};
