import { idSuffix } from './id.ts';

/**
 * Every name on the management side. They come from ids and from the domain prefix, which admission has checked to be a DNS label
 * of at most 15 characters; never from any other text of a tenant.
 */
export const maxDomainPrefixLength = 15;

/** Longest label of DNS, and so of namespaces and most names. RFC 1123, section 2.1. */
export const maxDnsLabelLength = 63;

const dnsLabel = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

export const isDnsLabel = (text: string): boolean => dnsLabel.test(text);

export const clusterNamespace = (clusterId: string): string => `hc-${idSuffix(clusterId)}`;

/** Where HyperShift puts the control plane; at most 45 characters with our names. */
export const controlPlaneNamespace = (namespace: string, hostedClusterName: string): string =>
  `${namespace}-${hostedClusterName}`;

export const nodePoolObjectName = (nodePoolId: string): string => `np-${idSuffix(nodePoolId)}`;

/** ConfigMaps with the objects that set up the nodes of a pool. */
export const nodePoolConfigName = (nodePoolId: string): string => `${nodePoolObjectName(nodePoolId)}-config`;
export const nodePoolTuningName = (nodePoolId: string): string => `${nodePoolObjectName(nodePoolId)}-tuning`;

export const pullSecretName = (domainPrefix: string): string => `${domainPrefix}-pull-secret`;
export const sshKeySecretName = (domainPrefix: string): string => `${domainPrefix}-ssh-key`;
export const signingKeySecretName = (domainPrefix: string): string => `${domainPrefix}-sa-token-issuer-key`;
export const etcdKeySecretName = (domainPrefix: string): string => `${domainPrefix}-etcd-encryption-key`;
export const proxyTrustBundleName = (domainPrefix: string): string => `${domainPrefix}-proxy-ca`;
export const auditWebhookName = (domainPrefix: string): string => `${domainPrefix}-audit-webhook`;
export const trustBundleName = (domainPrefix: string): string => `${domainPrefix}-user-ca-bundle`;

/** One of each in every namespace of a cluster. */
export const denyTrafficName = 'berth-deny-all';
export const namespaceQuotaName = 'berth-limits';

export const hostedClusterApiVersion = 'hypershift.openshift.io/v1beta1';

export const managedByLabel = 'app.kubernetes.io/managed-by';
export const managedByValue = 'berth';
export const clusterIdLabel = 'berth.io/cluster-id';
export const nodePoolIdLabel = 'berth.io/node-pool-id';

/** Both together let the operator own a Secret of ours and remove it with the HostedCluster. */
export const safeToDeleteLabel = 'hypershift.openshift.io/safe-to-delete-with-cluster';
export const infraLabel = 'hypershift.openshift.io/auto-created-for-infra';

/** Without it the operator leaves load balancers, volumes and records of the guest behind. */
export const cleanupAnnotation = 'hypershift.openshift.io/cleanup-cloud-resources';

/** Another value restarts the control plane. */
export const restartAnnotation = 'hypershift.openshift.io/restart-date';
export const gracePeriodAnnotation = 'hypershift.openshift.io/destroy-grace-period';
export const apiServerVerbosityAnnotation = 'hypershift.openshift.io/kube-apiserver-verbosity-level';
export const machinePublicIpsAnnotation = 'hypershift.openshift.io/aws-machine-public-ips';
export const silenceAlertsLabel = 'hypershift.openshift.io/silence-cluster-alerts';

/** When a machine of a pool counts as lost. */
export const healthCheckAnnotations = {
  timeout: 'hypershift.openshift.io/machine-health-check-timeout',
  startupTimeout: 'hypershift.openshift.io/machine-health-check-node-startup-timeout',
  maxUnhealthy: 'hypershift.openshift.io/machine-health-check-max-unhealthy',
} as const;

/** Chooses what the sandbox plays. The one label of a tenant that is copied, and only with a checked value. */
const sandboxScriptLabel = 'sandbox.berth.io/script';

const sandboxScript = /^[a-z-]{1,40}$/;

/** The labels that every object of a cluster carries. */
export const clusterLabels = (clusterId: string): Readonly<Record<string, string>> => ({
  [managedByLabel]: managedByValue,
  [clusterIdLabel]: clusterId,
});

/** The sandbox label when it is there and its value is one that may be copied; nothing else of the tenant's labels. */
export const sandboxLabels = (labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const script = Object.hasOwn(labels, sandboxScriptLabel) ? labels[sandboxScriptLabel] : undefined;
  return script !== undefined && sandboxScript.test(script) ? { [sandboxScriptLabel]: script } : {};
};
