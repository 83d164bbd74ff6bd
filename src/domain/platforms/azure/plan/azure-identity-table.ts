import type { AzureWorkloadIdentities } from '../azure-spec.ts';

/** Where an identity gets its role: on the cluster's own group, or on that of the public DNS zone as well. */
type Scope = 'group' | 'dnsZoneGroup';

export interface AzureIdentityRow {
  readonly name: keyof AzureWorkloadIdentities;
  /** In the names of what is made. */
  readonly suffix: string;
  readonly namespace: string;
  readonly serviceAccounts: readonly string[];
  /** Role definition, by its well-known id. Source: hypershift, cmd/infra/azure. */
  readonly role: string;
  /** The narrower role of the product; the same when absent. */
  readonly productRole?: string;
  readonly scopes: readonly Scope[];
  /** Made only when access is not public. */
  readonly isForPrivate?: true;
  /** Made only with a key of a vault. The right on the vault is the user's to give. */
  readonly isForKey?: true;
}

const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c';
const csi = 'openshift-cluster-csi-drivers';

export const azureIdentityTable: readonly AzureIdentityRow[] = [
  {
    name: 'disk',
    suffix: 'disk',
    namespace: csi,
    serviceAccounts: ['node-sa', 'operator', 'controller-sa'].map((part) => `azure-disk-csi-driver-${part}`),
    role: '5b7237c5-45e1-49d6-bc18-a1f62f400748',
    scopes: ['group'],
  },
  {
    name: 'file',
    suffix: 'file',
    namespace: csi,
    serviceAccounts: ['node-sa', 'operator', 'controller-sa'].map((part) => `azure-file-csi-driver-${part}`),
    role: '0d7aedc0-15fd-4a67-a412-efad370c947e',
    scopes: ['group'],
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
    scopes: ['group', 'dnsZoneGroup'],
  },
  {
    name: 'cloudProvider',
    suffix: 'cloud-provider',
    namespace: 'kube-system',
    serviceAccounts: ['azure-cloud-provider'],
    role: 'a1f96423-95ce-4224-ab27-4e3dc72facd4',
    scopes: ['group'],
  },
  {
    name: 'nodePoolManagement',
    suffix: 'node-pool-mgmt',
    namespace: 'kube-system',
    serviceAccounts: ['capi-provider'],
    role: contributor,
    scopes: ['group'],
  },
  {
    name: 'network',
    suffix: 'network',
    namespace: 'openshift-cloud-network-config-controller',
    serviceAccounts: ['cloud-network-config-controller'],
    role: 'be7a6435-15ae-4171-8f30-4a343eff9e8f',
    scopes: ['group'],
  },
  {
    name: 'controlPlaneOperator',
    suffix: 'control-plane-operator',
    namespace: 'kube-system',
    serviceAccounts: ['control-plane-operator'],
    role: contributor,
    productRole: '7d8bb4e4-6fa7-4545-96cf-20fce11b705d',
    scopes: ['group'],
    isForPrivate: true,
  },
  {
    name: 'kms',
    suffix: 'kms',
    namespace: 'kube-system',
    serviceAccounts: ['kms-provider'],
    role: '',
    scopes: [],
    isForKey: true,
  },
];
