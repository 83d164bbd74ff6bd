import type { KubeKind } from './contract.ts';
import { ManagementClusterError } from './errors.ts';

export interface ResolvedKind extends KubeKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** `label`: DNS-1123 label, no dots. `subdomain`: dots between labels. */
  readonly names: 'label' | 'subdomain';
}

type Row = readonly [
  apiVersion: string,
  kind: string,
  plural: string,
  scope: 'cluster' | 'namespace',
  names: 'label' | 'subdomain',
];

/** HostedCluster names become namespace names and NodePool.spec.clusterName: labels, though the CRD would take dots. */
const ROWS: readonly Row[] = [
  ['v1', 'Namespace', 'namespaces', 'cluster', 'label'],
  ['v1', 'Secret', 'secrets', 'namespace', 'subdomain'],
  ['v1', 'ConfigMap', 'configmaps', 'namespace', 'subdomain'],
  ['v1', 'ServiceAccount', 'serviceaccounts', 'namespace', 'subdomain'],
  ['v1', 'ResourceQuota', 'resourcequotas', 'namespace', 'subdomain'],
  ['networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', 'namespace', 'subdomain'],
  ['rbac.authorization.k8s.io/v1', 'Role', 'roles', 'namespace', 'subdomain'],
  ['rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings', 'namespace', 'subdomain'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', 'cluster', 'subdomain'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'clusterrolebindings', 'cluster', 'subdomain'],
  [
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    'customresourcedefinitions',
    'cluster',
    'subdomain',
  ],
  ['hypershift.openshift.io/v1beta1', 'HostedCluster', 'hostedclusters', 'namespace', 'label'],
  ['hypershift.openshift.io/v1beta1', 'NodePool', 'nodepools', 'namespace', 'label'],
  ['hypershift.openshift.io/v1beta1', 'HostedControlPlane', 'hostedcontrolplanes', 'namespace', 'label'],
  ['cluster.x-k8s.io/v1beta1', 'Cluster', 'clusters', 'namespace', 'subdomain'],
];

const resolveRow = ([apiVersion, kind, plural, scope, names]: Row): ResolvedKind => {
  const slash = apiVersion.indexOf('/');
  return {
    apiVersion,
    kind,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    plural,
    namespaced: scope === 'namespace',
    names,
  };
};

const KINDS: ReadonlyMap<string, ResolvedKind> = new Map(
  ROWS.map((row) => [`${row[0]} ${row[1]}`, resolveRow(row)]),
);

/** Only kinds that are written down here: a guessed plural is a guessed path. */
export const resolveKind = ({ apiVersion, kind }: KubeKind): ResolvedKind => {
  const resolved = KINDS.get(`${apiVersion} ${kind}`);
  if (resolved) return resolved;
  throw new ManagementClusterError('bad-name', `kind ${kind} of ${apiVersion} is not one that we talk about`);
};
