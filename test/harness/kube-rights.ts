/** A rule of a ClusterRole. */
export interface KubeRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** What a request to a Kubernetes API server needs to be allowed. */
export interface KubeRight {
  readonly group: string;
  readonly resource: string;
  readonly name?: string;
  readonly verb: string;
}

const objectPath =
  /^\/(?:api\/v1|apis\/(?<group>[^/]+)\/[^/]+)\/(?:namespaces\/[^/]+\/(?=[a-z]))?(?<resource>[a-z]+)(?:\/(?<name>[^/]+))?$/;

const verbs: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'patch', DELETE: 'delete' };

/**
 * Rights that a request takes; none for what every account may read (system:discovery). An apply takes create as well, as it makes
 * what is not there. Source: Kubernetes, Authorization, request attributes.
 */
export const rightsOfCall = (call: string): readonly KubeRight[] => {
  const [method = '', target = ''] = call.split(' ');
  const { pathname, searchParams } = new URL(target, 'http://localhost');
  if (method === 'GET' && /^\/(?:version|api|apis)$/.test(pathname)) return [];
  const match = objectPath.exec(pathname)?.groups;
  if (match === undefined) throw new Error(`it is not known what ${call} takes`);
  const { group = '', resource = '', name } = match;
  const right = { group, resource, ...(name === undefined ? {} : { name }) };
  if (method !== 'GET') {
    const isApply = method === 'PATCH' && searchParams.has('fieldManager');
    return [verbs[method] ?? method, ...(isApply ? ['create'] : [])].map((verb) => ({ ...right, verb }));
  }
  if (name !== undefined) return [{ ...right, verb: 'get' }];
  return [{ ...right, verb: searchParams.has('watch') ? 'watch' : 'list' }];
};

export const isAllowed = (rules: readonly KubeRule[], { group, resource, name, verb }: KubeRight): boolean =>
  rules.some(
    (rule) =>
      rule.apiGroups.includes(group) &&
      rule.resources.includes(resource) &&
      rule.verbs.includes(verb) &&
      (rule.resourceNames === undefined || (name !== undefined && rule.resourceNames.includes(name))),
  );

export const nameOfRight = ({ group, resource, verb }: KubeRight): string =>
  `${verb} ${resource}${group === '' ? '' : `.${group}`}`;

export const rightsOfRules = (rules: readonly KubeRule[]): readonly string[] =>
  rules
    .flatMap(({ apiGroups, resources, verbs: granted }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => granted.map((verb) => nameOfRight({ group, resource, verb }))),
      ),
    )
    .sort();
