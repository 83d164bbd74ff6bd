import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../infrastructure/infrastructure-record.ts';
import { filled } from '../../shared/present.ts';
import { platformBlock } from '../platform-rules.ts';

/** What the user made before, in the form in which the manifests read it. */
export const existingAwsInfrastructure = (spec: ClusterSpec): InfrastructureOutputs => {
  const { infrastructure } = platformBlock(spec, 'aws').aws;
  const { vpcId, subnets, roles, issuerUrl } = infrastructure;
  const instanceProfile = filled(infrastructure.instanceProfile);
  return {
    issuerUrl,
    aws: { vpcId, subnets, roles, ...(instanceProfile === undefined ? {} : { instanceProfile }) },
  };
};
