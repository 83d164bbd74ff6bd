import { type InfrastructureRequest, ownershipTags } from '../../../infrastructure/infrastructure-plan.ts';
import { platformBlock } from '../../platform-rules.ts';
import { partitionOf } from '../aws-arns.ts';
import type { AwsManagedInfrastructure, AwsPlatform } from '../aws-spec.ts';
import { clusterTags } from '../aws-tags.ts';
import type { AwsAccountName } from './step-inputs.ts';

/** What all steps of one plan have in common. */
export interface PlanFrame {
  readonly request: InfrastructureRequest;
  readonly infraId: string;
  readonly aws: AwsPlatform;
  readonly infrastructure: AwsManagedInfrastructure;
  readonly partition: string;
  /** Account of VPC and network. */
  readonly network: AwsAccountName;
  /** Account of the private zones. */
  readonly zones: AwsAccountName;
}

export const frameOf = (request: InfrastructureRequest): PlanFrame => {
  const { aws } = platformBlock(request.spec, 'aws');
  const { infrastructure } = aws;
  if (infrastructure.mode !== 'managed')
    throw new TypeError('the infrastructure of the cluster is not Berth’s');
  const network = infrastructure.sharedVpc === undefined ? 'cluster' : 'vpcOwner';
  const isInClusterAccount = infrastructure.sharedVpc?.privateZonesInClusterAccount === true;
  return {
    request,
    infraId: request.infraId,
    aws,
    infrastructure,
    partition: partitionOf(aws.region),
    network,
    zones: isInClusterAccount ? 'cluster' : network,
  };
};

/** Tag by which in-cluster controllers know what belongs to the cluster. */
export const clusterTagOf = (infraId: string): string => `kubernetes.io/cluster/${infraId}`;

/** Tag by which Berth finds what it made. */
export const infraIdTag = 'hypershift.openshift.io/infra-id';

/** All tags of a thing. The user's come first: what others believe in cannot be overridden. */
export const tagsOf = (
  { request, infraId, aws }: PlanFrame,
  name: string,
  further: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  ...clusterTags(aws),
  [clusterTagOf(infraId)]: 'owned',
  [infraIdTag]: infraId,
  'hypershift.openshift.io/cluster-name': request.hostedClusterName,
  ...ownershipTags(request),
  ...further,
  Name: name,
});

/** Path of roles and instance profiles of one installation: one list finds them all. */
export const iamPathOf = (instance: string): string => `/berth/${instance}/`;
