import type { NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type ClusterRendering, type NodePoolRendering, platformBlock } from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';
import { powervsSecretMembers } from './powervs-objects.ts';

export const powervsHostedClusterPlatform = ({ spec, hostedClusterName }: ClusterRendering): JsonObject => {
  const { region, zone, resourceGroup, infrastructure } = platformBlock(spec, 'powervs').powervs;
  const { accountId, cisInstanceCrn, serviceInstanceId, subnet, vpc } = infrastructure;
  return {
    powervs: {
      accountID: accountId,
      cisInstanceCRN: cisInstanceCrn,
      region,
      resourceGroup,
      serviceInstanceID: serviceInstanceId,
      subnet: members({ id: filled(subnet.id), name: filled(subnet.name) }),
      vpc: members({
        name: vpc.name,
        region: vpc.region,
        subnet: filled(vpc.subnet),
        zone: filled(vpc.zone),
      }),
      zone,
      ...powervsSecretMembers(hostedClusterName),
    },
  };
};

/** What the command line of HyperShift takes. */
const machine = { systemType: 's922', processorType: 'shared', processors: '0.5', memoryGiB: 32 } as const;

export const powervsNodePoolDefaults = ({ platform = {} }: NodePoolSpec): NodePoolPlatform => ({
  ...machine,
  ...(platform.processorType === 'dedicated' ? { processors: '1' } : {}),
  ...platform,
});

/** Expects the defaults to be applied. */
export const powervsNodePoolPlatform = ({ nodePool }: NodePoolRendering): JsonObject => {
  const { platform = {} } = nodePool;
  return {
    powervs: members({
      systemType: platform.systemType,
      processorType: platform.processorType,
      processors: platform.processors,
      memoryGiB: platform.memoryGiB,
      storageType: platform.storageType,
      image: filledMembers({ id: filled(platform.imageId), name: filled(platform.imageName) }),
      imageDeletePolicy: platform.imageDeletePolicy,
    }),
  };
};
