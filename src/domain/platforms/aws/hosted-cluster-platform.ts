import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type ClusterRendering, outputsOf, platformBlock } from '../platform-rules.ts';
import type { AwsPlatform, AwsRoles } from './aws-spec.ts';

const endpointAccess = {
  public: 'Public',
  publicAndPrivate: 'PublicAndPrivate',
  private: 'Private',
} as const;

const rolesRef = (roles: AwsRoles): JsonObject => ({
  ingressARN: roles.ingress,
  imageRegistryARN: roles.imageRegistry,
  storageARN: roles.storage,
  networkARN: roles.network,
  kubeCloudControllerARN: roles.kubeCloudController,
  nodePoolManagementARN: roles.nodePoolManagement,
  controlPlaneOperatorARN: roles.controlPlaneOperator,
});

/**
 * The list is owned as a whole, and the operator adds the ownership tag to it: left out here, the two would take turns
 * for ever. Without tags of the user the list is the operator's alone.
 */
const resourceTags = (aws: AwsPlatform, infraId: string): readonly JsonObject[] | undefined => {
  const tags = filled(aws.tags);
  if (tags === undefined) return undefined;
  return [
    ...Object.entries(tags)
      .map(([key, value]) => ({ key, value }))
      .sort((left, right) => (left.key < right.key ? -1 : 1)),
    { key: `kubernetes.io/cluster/${infraId}`, value: 'owned' },
  ];
};

/** The key is in the region of the cluster; admission has seen to it. */
export const awsKeyService = ({ spec }: ClusterRendering): JsonObject | undefined => {
  if (spec.encryption?.type !== 'kms') return undefined;
  const { region } = platformBlock(spec, 'aws').aws;
  const { keyArn, roleArn } = spec.encryption.aws;
  return { provider: 'AWS', aws: { region, activeKey: { arn: keyArn }, auth: { awsKms: roleArn } } };
};

export const awsHostedClusterPlatform = ({ spec, infraId, infrastructure }: ClusterRendering): JsonObject => {
  const { aws } = platformBlock(spec, 'aws');
  const { vpcId, subnets, roles } = outputsOf(infrastructure, 'aws');
  // The first subnet is where the operator looks for the VPC's own settings; pools name their own.
  const [first] = subnets;
  return {
    aws: members({
      region: aws.region,
      endpointAccess: endpointAccess[aws.endpointAccess ?? 'public'],
      multiArch: aws.multiArch ?? false,
      cloudProviderConfig: members({
        vpc: vpcId,
        subnet: first && { id: first.id },
        zone: first?.zone,
      }),
      rolesRef: rolesRef(roles),
      resourceTags: resourceTags(aws, infraId),
      additionalAllowedPrincipals: filled(aws.additionalAllowedPrincipals),
    }),
  };
};
