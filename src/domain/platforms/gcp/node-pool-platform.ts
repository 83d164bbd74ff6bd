import type { NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type NodePoolRendering, outputsOf, platformBlock } from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';
import { labelList } from './hosted-cluster-platform.ts';

/** What the command line of HyperShift takes, whatever the architecture; admission asks for another one on arm64. */
export const defaultMachineType = 'n2-standard-4';

export const gcpNodePoolDefaults = ({ platform = {} }: NodePoolSpec): NodePoolPlatform => ({
  ...platform,
  instanceType: platform.instanceType ?? defaultMachineType,
});

const bootDisk = ({ rootVolume = {} }: NodePoolPlatform): JsonObject | undefined => {
  const kmsKeyName = filled(rootVolume.kmsKeyName);
  return filledMembers({
    diskSizeGB: rootVolume.sizeGiB,
    diskType: filled(rootVolume.type),
    encryptionKey: kmsKeyName === undefined ? undefined : { kmsKeyName },
  });
};

/** Zones are parts of a region, subnets span it: any zone goes with any subnet of the network. */
export const gcpNodePoolPlatform = ({ cluster, nodePool, infrastructure }: NodePoolRendering): JsonObject => {
  const { gcp } = platformBlock(cluster, 'gcp');
  const { zones = [], privateServiceConnectSubnet } = outputsOf(infrastructure, 'gcp');
  const { platform = {} } = nodePool;
  const { email, scopes } = platform.machineServiceAccount ?? {};
  return {
    gcp: members({
      machineType: platform.instanceType,
      zone: filled(nodePool.zone) ?? zones[0] ?? `${gcp.region}-a`,
      subnet: filled(nodePool.subnet) ?? privateServiceConnectSubnet,
      image: filled(platform.bootImage),
      bootDisk: bootDisk(platform),
      networkTags: filled(platform.networkTags),
      resourceLabels: labelList(platform.resourceLabels ?? {}),
      provisioningModel: platform.provisioningModel,
      onHostMaintenance: platform.onHostMaintenance,
      serviceAccount: filledMembers({ email: filled(email), scopes: filled(scopes) }),
    }),
  };
};
