import { condition, type NewCondition } from '../conditions.ts';
import type { HostedCluster } from '../objects.ts';
import type { Script } from '../scripts.ts';

const awsConditions = ({ spec }: HostedCluster, script: Script | undefined): readonly NewCondition[] => {
  const invalid = script === 'oidc-invalid';
  const encryption = spec.secretEncryption?.type === 'kms';
  const isPrivate = (spec.platform.aws?.endpointAccess ?? 'Public') !== 'Public';
  return [
    invalid
      ? condition(
          'ValidOIDCConfiguration',
          'False',
          'OIDCConfigurationInvalid',
          'failed to validate the OIDC documents of the issuer: NoSuchKey: The specified key does not exist.',
        )
      : condition('ValidOIDCConfiguration', 'True', 'AsExpected', 'OIDC configuration is valid'),
    invalid
      ? condition(
          'ValidAWSIdentityProvider',
          'False',
          'InvalidIdentityProvider',
          'WebIdentityErr: failed to retrieve credentials: InvalidIdentityToken: No OpenIDConnect provider found in your account',
        )
      : condition('ValidAWSIdentityProvider', 'True', 'AsExpected', 'All is well'),
    encryption
      ? condition('ValidAWSKMSConfig', 'True', 'AsExpected', 'All is well')
      : condition('ValidAWSKMSConfig', 'Unknown', 'StatusUnknown', 'AWS KMS is not configured'),
    condition('AWSDefaultSecurityGroupCreated', 'True', 'AsExpected', 'All is well'),
    ...(isPrivate
      ? ['AWSEndpointAvailable', 'AWSEndpointServiceAvailable'].map((type) =>
          condition(type, 'True', 'AWSSuccess', 'All is well'),
        )
      : []),
  ];
};

/** What each cloud adds once its part of the infrastructure stands. */
export const platformConditions = (
  cluster: HostedCluster,
  script: Script | undefined,
): readonly NewCondition[] => {
  const fine = (type: string) => condition(type, 'True', 'AsExpected', 'All is well');
  switch (cluster.spec.platform.type) {
    case 'AWS':
      return awsConditions(cluster, script);
    case 'Azure':
      return [condition('ValidAzureKMSConfig', 'Unknown', 'StatusUnknown', 'Azure KMS is not configured')];
    case 'GCP':
      return [fine('ValidGCPCredentials'), fine('ValidGCPWorkloadIdentity')];
    case 'KubeVirt':
      return [fine('ValidKubeVirtInfraNetworkMTU')];
    default:
      return [];
  }
};
