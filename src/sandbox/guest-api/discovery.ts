import { apiVersionOf, guestResources } from './guest-resources.ts';

const reviews = [
  { group: 'authentication.k8s.io', plural: 'selfsubjectreviews', kind: 'SelfSubjectReview' },
  { group: 'authorization.k8s.io', plural: 'selfsubjectaccessreviews', kind: 'SelfSubjectAccessReview' },
];

const groups = [
  ...new Set([
    ...guestResources.map(({ group }) => group).filter((group) => group !== ''),
    ...reviews.map(({ group }) => group),
  ]),
];

const groupOf = (name: string) => {
  const version = { groupVersion: `${name}/v1`, version: 'v1' };
  return { name, versions: [version], preferredVersion: version };
};

const listOf = (group: string) => {
  const resources = guestResources
    .filter((each) => each.group === group)
    .map(({ plural, kind, namespaced, shortNames, verbs }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced,
      kind,
      verbs,
      ...(shortNames.length > 0 && { shortNames }),
    }));
  const asked = reviews
    .filter((each) => each.group === group)
    .map(({ plural, kind }) => ({
      name: plural,
      singularName: kind.toLowerCase(),
      namespaced: false,
      kind,
      verbs: ['create'],
    }));
  const token = {
    name: 'serviceaccounts/token',
    singularName: '',
    namespaced: true,
    group: 'authentication.k8s.io',
    version: 'v1',
    kind: 'TokenRequest',
    verbs: ['create'],
  };
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf({ group, version: 'v1' }),
    resources: [...resources, ...asked, ...(group === '' ? [token] : [])],
  };
};

/** What clients read to learn which kinds there are; undefined for any other path. */
export const discover = (path: string): object | undefined => {
  const [root, group, version, ...rest] = path.split('/').filter((segment) => segment !== '');
  if (root === 'api') {
    if (group === undefined) return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
    return group === 'v1' && version === undefined ? listOf('') : undefined;
  }
  if (root !== 'apis' || rest.length > 0) return undefined;
  if (group === undefined) return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) };
  if (!groups.includes(group)) return undefined;
  if (version === undefined) return { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group) };
  return version === 'v1' ? listOf(group) : undefined;
};
