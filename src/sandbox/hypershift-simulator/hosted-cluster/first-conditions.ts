import { condition, type NewCondition } from '../conditions.ts';
import type { HostedCluster } from '../objects.ts';

const clusterVersionTypes = [
  'ClusterVersionSucceeding',
  'ClusterVersionProgressing',
  'ClusterVersionReleaseAccepted',
  'ClusterVersionRetrievedUpdates',
  'ClusterVersionUpgradeable',
  'ClusterVersionAvailable',
];

const controlPlaneTypes = [
  'Degraded',
  'EtcdAvailable',
  'KubeAPIServerAvailable',
  'InfrastructureReady',
  'ExternalDNSReachable',
  'ValidHostedControlPlaneConfiguration',
  'ValidReleaseInfo',
  'ValidIDPConfiguration',
  'ConfigOperatorReconciliationSucceeded',
  'DataPlaneConnectionAvailable',
  'ControlPlaneConnectionAvailable',
  'HostedClusterRestoredFromBackup',
];

const platformTypes = ({ spec }: HostedCluster): readonly string[] => {
  switch (spec.platform.type) {
    case 'AWS':
      return [
        'ValidOIDCConfiguration',
        'ValidAWSIdentityProvider',
        'ValidAWSKMSConfig',
        'AWSDefaultSecurityGroupCreated',
        ...((spec.platform.aws?.endpointAccess ?? 'Public') === 'Public'
          ? []
          : ['AWSEndpointAvailable', 'AWSEndpointServiceAvailable']),
      ];
    case 'Azure':
      return ['ValidAzureKMSConfig'];
    case 'GCP':
      return ['ValidGCPCredentials', 'ValidGCPWorkloadIdentity'];
    case 'KubeVirt':
      return ['ValidKubeVirtInfraNetworkMTU'];
    default:
      return [];
  }
};

const unknown = (type: string): NewCondition =>
  condition(type, 'Unknown', 'StatusUnknown', 'Condition not found in the HCP');

export const waitingForAvailable = (blocker: string | undefined): NewCondition =>
  condition(
    'Available',
    'False',
    'WaitingForAvailable',
    blocker ?? 'Waiting for hosted control plane to be healthy',
  );

/**
 * What the operator writes first, before any judgement, in its order (CONTRACT §18, "A good HC").
 * The judgements follow: ValidConfiguration, SupportedHostedCluster, ValidProxyConfiguration and so on.
 */
export const firstConditions = (cluster: HostedCluster): readonly NewCondition[] => [
  ...clusterVersionTypes.map(unknown),
  ...controlPlaneTypes.map(unknown),
  ...platformTypes(cluster).map(unknown),
  condition('AutoNodeEnabled', 'False', 'AutoNodeNotConfigured', 'AutoNode is not configured'),
  waitingForAvailable(undefined),
];
