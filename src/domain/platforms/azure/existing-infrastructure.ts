import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../infrastructure/infrastructure-record.ts';
import { filled } from '../../shared/present.ts';
import { platformBlock } from '../platform-rules.ts';

/** What the user made before, in the form in which the manifests read it; undefined when Berth is to make it. */
export const existingAzureInfrastructure = (spec: ClusterSpec): InfrastructureOutputs | undefined => {
  const { infrastructure } = platformBlock(spec, 'azure').azure;
  if (infrastructure.mode === 'managed') return undefined;
  const { resourceGroup, vnetId, subnetId, securityGroupId, workloadIdentities, managedIdentities } =
    infrastructure;
  const issuerUrl = filled(infrastructure.issuerUrl);
  const bootImageId = filled(infrastructure.bootImageId);
  return {
    ...(issuerUrl === undefined ? {} : { issuerUrl }),
    azure: {
      resourceGroup,
      vnetId,
      subnetId,
      securityGroupId,
      ...(workloadIdentities === undefined ? {} : { workloadIdentities }),
      ...(managedIdentities === undefined ? {} : { managedIdentities }),
      ...(bootImageId === undefined ? {} : { bootImageId }),
    },
  };
};
