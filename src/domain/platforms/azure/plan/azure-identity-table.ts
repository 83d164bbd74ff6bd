import type { AzureWorkloadIdentities } from '../azure-spec.ts';

/** On what an identity gets its role: the group of the cluster, and groups of things that may stand elsewhere. */
export type RoleScope = 'group' | 'securityGroup' | 'network' | 'dnsZone' | 'keyVault';

export interface AzureIdentityRow {
  readonly name: keyof AzureWorkloadIdentities;
  /** In the names of what is made. */
  readonly suffix: string;
  readonly namespace: string;
  readonly serviceAccounts: readonly string[];
  /** Role definition, by its well-known id. */
  readonly role: string;
  readonly scopes: readonly RoleScope[];
  /** Made only when access is not public. */
  readonly isForPrivate?: true;
  /** Made only with a key of a vault. */
  readonly isForKey?: true;
}

/** What the operators ask tokens for. */
export const tokenAudience = 'openshift';

const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c';
const keyVaultCryptoUser = '12338af0-0e69-4776-bea7-57ae8d297424';
const csi = 'openshift-cluster-csi-drivers';
const accountsOfDriver = (driver: string): readonly string[] =>
  ['node-sa', 'operator', 'controller-sa'].map((part) => `${driver}-${part}`);

/** Source: hypershift, cmd/infra/azure; built-in roles of Azure. */
export const azureIdentityTable: readonly AzureIdentityRow[] = [
  {
    name: 'disk',
    suffix: 'disk',
    namespace: csi,
    serviceAccounts: accountsOfDriver('azure-disk-csi-driver'),
    role: '5b7237c5-45e1-49d6-bc18-a1f62f400748',
    scopes: ['group'],
  },
  {
    name: 'file',
    suffix: 'file',
    namespace: csi,
    serviceAccounts: accountsOfDriver('azure-file-csi-driver'),
    role: '0d7aedc0-15fd-4a67-a412-efad370c947e',
    scopes: ['group', 'securityGroup', 'network'],
  },
  {
    name: 'imageRegistry',
    suffix: 'image-registry',
    namespace: 'openshift-image-registry',
    serviceAccounts: ['registry', 'cluster-image-registry-operator'],
    role: '8b32b316-c2f5-4ddf-b05b-83dacd2d08b5',
    scopes: ['group'],
  },
  {
    name: 'ingress',
    suffix: 'ingress',
    namespace: 'openshift-ingress-operator',
    serviceAccounts: ['ingress-operator'],
    role: '0336e1d3-7a87-462b-b6db-342b63f7802c',
    scopes: ['group', 'network', 'dnsZone'],
  },
  {
    name: 'cloudProvider',
    suffix: 'cloud-provider',
    namespace: 'kube-system',
    serviceAccounts: ['azure-cloud-provider'],
    role: 'a1f96423-95ce-4224-ab27-4e3dc72facd4',
    scopes: ['group', 'securityGroup', 'network'],
  },
  {
    name: 'nodePoolManagement',
    suffix: 'node-pool-mgmt',
    namespace: 'kube-system',
    serviceAccounts: ['capi-provider'],
    role: contributor,
    scopes: ['group', 'network'],
  },
  {
    name: 'network',
    suffix: 'network',
    namespace: 'openshift-cloud-network-config-controller',
    serviceAccounts: ['cloud-network-config-controller'],
    role: 'be7a6435-15ae-4171-8f30-4a343eff9e8f',
    scopes: ['group', 'network'],
  },
  {
    name: 'controlPlaneOperator',
    suffix: 'control-plane-operator',
    namespace: 'kube-system',
    serviceAccounts: ['control-plane-operator'],
    role: contributor,
    scopes: ['group', 'securityGroup', 'network'],
    isForPrivate: true,
  },
  {
    name: 'kms',
    suffix: 'kms',
    namespace: 'kube-system',
    serviceAccounts: ['kms-provider'],
    role: keyVaultCryptoUser,
    scopes: ['keyVault'],
    isForKey: true,
  },
];

/** Subjects of the tokens that an identity is to trust. */
export const subjectsOf = ({ namespace, serviceAccounts }: AzureIdentityRow): readonly string[] =>
  serviceAccounts.map((account) => `system:serviceaccount:${namespace}:${account}`);
