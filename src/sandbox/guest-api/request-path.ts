/** A path of the Kubernetes API, taken apart. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Undefined for a path that names no resource. `/api/v1/namespaces/NAME` is the Namespace itself. */
export const parseResourcePath = (path: string): ResourcePath | undefined => {
  const segments = path.split('/').filter((segment) => segment !== '');
  const isCore = segments[0] === 'api';
  if (!isCore && segments[0] !== 'apis') return undefined;
  const [group, version] = isCore ? ['', segments[1]] : [segments[1], segments[2]];
  const rest = segments.slice(isCore ? 2 : 3);
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [plural, name, subresource, ...more] = isNamespaced ? rest.slice(2) : rest;
  if (plural === undefined || more.length > 0) return undefined;
  return {
    group,
    version,
    plural,
    ...(isNamespaced && rest[1] !== undefined && { namespace: rest[1] }),
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  };
};

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** The verb as RBAC names it. */
export const verbOf = (method: string, path: ResourcePath, isWatch: boolean): string => {
  if (method !== 'GET') return verbs[method] ?? method.toLowerCase();
  if (isWatch) return 'watch';
  return path.name === undefined ? 'list' : 'get';
};
