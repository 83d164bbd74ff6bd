import type { JsonObject } from '../../shared/json.ts';
import { machinePublicIpsAnnotation } from '../../shared/kube-names.ts';
import { filled, members } from '../../shared/present.ts';
import { type ClusterRendering, outputsOf, platformBlock } from '../platform-rules.ts';
import type { AwsOutputs, AwsPlatform, AwsRoles, AwsSharedVpc } from './aws-spec.ts';
import { clusterTags, resourceTagsOf } from './aws-tags.ts';
import { awsSigningKey } from './signing-key.ts';

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

const sharedVpcRef = ({ localZoneId, ingressRoleArn, controlPlaneRoleArn }: AwsSharedVpc): JsonObject => ({
  localZoneID: localZoneId,
  rolesRef: { ingressARN: ingressRoleArn, controlPlaneARN: controlPlaneRoleArn },
});

/**
 * The list is owned as a whole, and the operator adds the ownership tag to it: left out here, the two would take turns
 * for ever. Without tags of ours the list is the operator's alone.
 */
const resourceTags = (
  aws: AwsPlatform,
  { ownershipTags = {} }: AwsOutputs,
  infraId: string,
): readonly JsonObject[] | undefined => {
  const tags = filled({ ...clusterTags(aws), ...ownershipTags });
  if (tags === undefined) return undefined;
  return [...resourceTagsOf(tags), { key: `kubernetes.io/cluster/${infraId}`, value: 'owned' }];
};

/** With a shared VPC the endpoint is asked for by a role of the VPC's account. */
const allowedPrincipals = (
  { additionalAllowedPrincipals = [] }: AwsPlatform,
  { sharedVpc }: AwsOutputs,
): readonly string[] | undefined =>
  filled([
    ...new Set([
      ...additionalAllowedPrincipals,
      ...(sharedVpc === undefined ? [] : [sharedVpc.controlPlaneRoleArn]),
    ]),
  ]);

/** The key is in the region of the cluster; admission has seen to it. */
export const awsKeyService = ({ spec, infrastructure }: ClusterRendering): JsonObject | undefined => {
  if (spec.encryption?.type !== 'kms' || spec.encryption.aws === undefined) return undefined;
  const { region } = platformBlock(spec, 'aws').aws;
  const { kmsRoleArn } = outputsOf(infrastructure, 'aws');
  return {
    provider: 'AWS',
    aws: { region, activeKey: { arn: spec.encryption.aws.keyArn }, auth: { awsKms: kmsRoleArn } },
  };
};

const autoNode = ({ spec, infrastructure }: ClusterRendering): JsonObject | undefined =>
  spec.autoNode === undefined
    ? undefined
    : {
        provisionerConfig: {
          name: 'Karpenter',
          karpenter: {
            platform: 'AWS',
            aws: { roleARN: outputsOf(infrastructure, 'aws').karpenterRoleArn },
          },
        },
      };

export const awsHostedClusterMembers = (rendering: ClusterRendering): JsonObject =>
  members({ autoNode: autoNode(rendering), ...awsSigningKey.members(rendering) });

/** Machines of a cluster without private subnets are reached, and go out, by public addresses. */
export const awsAnnotations = ({ spec }: ClusterRendering): Readonly<Record<string, string>> =>
  platformBlock(spec, 'aws').aws.infrastructure.publicOnly === true
    ? { [machinePublicIpsAnnotation]: 'true' }
    : {};

export const awsHostedClusterPlatform = ({ spec, infraId, infrastructure }: ClusterRendering): JsonObject => {
  const { aws } = platformBlock(spec, 'aws');
  const outputs = outputsOf(infrastructure, 'aws');
  // The first subnet is where the operator looks for the VPC's own settings; pools name their own.
  const [first] = outputs.subnets;
  return {
    aws: members({
      region: aws.region,
      endpointAccess: endpointAccess[aws.endpointAccess ?? 'public'],
      multiArch: aws.multiArch ?? false,
      cloudProviderConfig: members({
        vpc: outputs.vpcId,
        subnet: first && { id: first.id },
        zone: first?.zone,
      }),
      rolesRef: rolesRef(outputs.roles),
      resourceTags: resourceTags(aws, outputs, infraId),
      additionalAllowedPrincipals: allowedPrincipals(aws, outputs),
      sharedVPC: outputs.sharedVpc && sharedVpcRef(outputs.sharedVpc),
      terminationHandlerQueueURL: filled(aws.terminationHandlerQueueUrl),
    }),
  };
};
