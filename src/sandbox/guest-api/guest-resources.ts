export interface GuestResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly verbs: readonly string[];
}

const reading = ['get', 'list', 'watch'];
const writing = [...reading, 'create', 'update', 'patch', 'delete'];

const core = { group: '', version: 'v1' };
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: false, verbs: writing };
const config = { group: 'config.openshift.io', version: 'v1', namespaced: false, verbs: reading };

/**
 * The little that a hosted cluster of the sandbox serves. Nodes and the version are read from its HostedCluster and NodePools;
 * pods and events are there for clients that ask for them in passing, and there are none.
 */
export const guestResources: readonly GuestResource[] = [
  { ...core, plural: 'namespaces', kind: 'Namespace', namespaced: false, shortNames: ['ns'], verbs: writing },
  { ...core, plural: 'nodes', kind: 'Node', namespaced: false, shortNames: ['no'], verbs: reading },
  { ...core, plural: 'pods', kind: 'Pod', namespaced: true, shortNames: ['po'], verbs: reading },
  { ...core, plural: 'events', kind: 'Event', namespaced: true, shortNames: ['ev'], verbs: reading },
  {
    ...core,
    plural: 'serviceaccounts',
    kind: 'ServiceAccount',
    namespaced: true,
    shortNames: ['sa'],
    verbs: writing,
  },
  { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', shortNames: [] },
  { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', shortNames: [] },
  { ...config, plural: 'clusterversions', kind: 'ClusterVersion', shortNames: [] },
];

export const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group === '' ? version : `${group}/${version}`;

export const findResource = (group: string, version: string, plural: string): GuestResource | undefined =>
  guestResources.find((each) => each.group === group && each.version === version && each.plural === plural);
