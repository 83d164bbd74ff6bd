import type { GcpServiceAccounts } from '../gcp-spec.ts';

export interface GcpIdentity {
  /** Which service account of the cluster it is. */
  readonly account: keyof GcpServiceAccounts;
  /** Behind the prefix in the id of the service account. */
  readonly suffix: string;
  /** Kubernetes service accounts that may act as it: NAMESPACE:NAME. */
  readonly subjects: readonly string[];
  /** Roles in the project, without `roles/`. */
  readonly roles: readonly string[];
}

/** Source: hypershift, `create iam gcp`. */
export const gcpIdentities: readonly GcpIdentity[] = [
  {
    account: 'nodePool',
    suffix: 'nodepool-mgmt',
    subjects: ['kube-system:capi-gcp-controller-manager'],
    roles: ['compute.instanceAdmin.v1', 'compute.networkAdmin', 'iam.serviceAccountUser'],
  },
  {
    account: 'controlPlane',
    suffix: 'ctrlplane-op',
    subjects: ['kube-system:control-plane-operator'],
    roles: ['dns.admin', 'compute.networkAdmin', 'compute.viewer'],
  },
  {
    account: 'cloudController',
    suffix: 'cloud-controller',
    subjects: ['kube-system:cloud-controller-manager'],
    roles: ['compute.loadBalancerAdmin', 'compute.securityAdmin', 'compute.viewer'],
  },
  {
    account: 'storage',
    suffix: 'gcp-pd-csi',
    subjects: ['openshift-cluster-csi-drivers:gcp-pd-csi-driver-controller-sa'],
    roles: [
      'compute.storageAdmin',
      'compute.instanceAdmin.v1',
      'iam.serviceAccountUser',
      'resourcemanager.tagUser',
    ],
  },
  {
    account: 'imageRegistry',
    suffix: 'image-registry',
    subjects: [
      'openshift-image-registry:cluster-image-registry-operator',
      'openshift-image-registry:registry',
    ],
    roles: ['storage.admin'],
  },
  {
    account: 'network',
    suffix: 'cloud-network',
    subjects: ['openshift-cloud-network-config-controller:cloud-network-config-controller'],
    roles: ['compute.instanceAdmin.v1', 'compute.networkUser'],
  },
];
