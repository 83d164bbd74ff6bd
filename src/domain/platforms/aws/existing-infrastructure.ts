import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../infrastructure/infrastructure-record.ts';
import { filled, members } from '../../shared/present.ts';
import { platformBlock } from '../platform-rules.ts';
import type { AwsExistingInfrastructure, AwsOutputs } from './aws-spec.ts';

const kmsRoleOf = ({ encryption }: ClusterSpec): string | undefined =>
  encryption?.type === 'kms' ? encryption.aws?.roleArn : undefined;

const outputsOf = (spec: ClusterSpec, infrastructure: AwsExistingInfrastructure): AwsOutputs => {
  const { vpcId, subnets, roles, sharedVpc } = infrastructure;
  const names: Pick<AwsOutputs, 'instanceProfile' | 'kmsRoleArn' | 'karpenterRoleArn'> = members({
    instanceProfile: filled(infrastructure.instanceProfile),
    kmsRoleArn: filled(kmsRoleOf(spec)),
    karpenterRoleArn: filled(infrastructure.karpenterRoleArn),
  });
  return { vpcId, subnets, roles, ...names, ...(sharedVpc === undefined ? {} : { sharedVpc }) };
};

/** What the user made before, in the form in which the manifests read it; undefined when Berth is to make it. */
export const existingAwsInfrastructure = (spec: ClusterSpec): InfrastructureOutputs | undefined => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  return infrastructure.mode === 'managed'
    ? undefined
    : { issuerUrl: infrastructure.issuerUrl, aws: outputsOf(spec, infrastructure) };
};
