import type { JsonObject } from '../../../domain/shared/json.ts';
import type { ResourceType, Subresource } from '../resources/resource-type.ts';

const storedVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

const resourceOf = (type: ResourceType): JsonObject => ({
  name: type.plural,
  singularName: type.singular,
  namespaced: type.namespaced,
  kind: type.kind,
  verbs: type.createOnly
    ? ['create']
    : storedVerbs.filter((verb) => type.collectionDeletable || verb !== 'deletecollection'),
  ...(type.shortNames.length > 0 ? { shortNames: type.shortNames } : {}),
  ...(type.categories.length > 0 ? { categories: type.categories } : {}),
});

const subresourceOf = (type: ResourceType, subresource: Subresource): JsonObject => {
  const common = { name: `${type.plural}/${subresource}`, singularName: '', namespaced: type.namespaced };
  switch (subresource) {
    case 'scale':
      return {
        ...common,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      };
    case 'token':
      return {
        ...common,
        group: 'authentication.k8s.io',
        version: 'v1',
        kind: 'TokenRequest',
        verbs: ['create'],
      };
    case 'finalize':
      return { ...common, kind: type.kind, verbs: ['update'] };
    case 'status':
      return { ...common, kind: type.kind, verbs: ['get', 'patch', 'update'] };
    default:
      return subresource satisfies never;
  }
};

/** `/api/v1` and `/apis/GROUP/VERSION`; undefined when nothing is served there. */
export const resourceList = (types: readonly ResourceType[], apiVersion: string): JsonObject | undefined => {
  const served = types.filter((type) => type.apiVersion === apiVersion);
  if (served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersion,
    resources: served.flatMap((type) => [
      resourceOf(type),
      ...[...type.subresources].map((subresource) => subresourceOf(type, subresource)),
    ]),
  };
};

const groupBody = (types: readonly ResourceType[], group: string): JsonObject => {
  const versions = [...new Set(types.filter((type) => type.group === group).map(({ version }) => version))];
  const entries = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions: entries, preferredVersion: entries[0] ?? {} };
};

const groupNames = (types: readonly ResourceType[]): readonly string[] =>
  [...new Set(types.map(({ group }) => group))].filter((group) => group !== '');

/** `/apis`. */
export const groupList = (types: readonly ResourceType[]): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groupNames(types).map((group) => groupBody(types, group)),
});

/** `/apis/GROUP`; undefined when there is no such group. */
export const groupDocument = (types: readonly ResourceType[], group: string): JsonObject | undefined =>
  groupNames(types).includes(group)
    ? { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(types, group) }
    : undefined;

/** `/api`. */
export const coreVersions = (serverAddress: string): JsonObject => ({
  kind: 'APIVersions',
  versions: ['v1'],
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
});
