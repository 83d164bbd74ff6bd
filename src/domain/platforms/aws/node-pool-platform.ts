import type { Architecture, NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type NodePoolRendering, outputsOf } from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';
import type { AwsNodePool, AwsOutputs } from './aws-spec.ts';
import { resourceTagsOf } from './aws-tags.ts';
import { rootVolumeDefaults } from './check-root-volume.ts';

/** What the command line of HyperShift takes: general purpose, two cores, 8 GiB. */
const instanceTypes: Readonly<Partial<Record<Architecture, string>>> = {
  amd64: 'm5.large',
  arm64: 'm6g.large',
};

const imageTypes = { linux: 'Linux', windows: 'Windows' } as const;

const marketTypes = { onDemand: 'OnDemand', spot: 'Spot', capacityBlocks: 'CapacityBlocks' } as const;

const preferences = {
  none: 'None',
  capacityReservationsOnly: 'CapacityReservationsOnly',
  open: 'Open',
} as const;

export const awsNodePoolDefaults = ({ platform = {}, arch }: NodePoolSpec): NodePoolPlatform => ({
  ...platform,
  instanceType: platform.instanceType ?? instanceTypes[arch ?? 'amd64'] ?? 'm5.large',
  rootVolume: { ...rootVolumeDefaults, ...platform.rootVolume },
});

/** The subnet that machines get: the one named, else that of the zone, else the cluster's first. */
const subnetOf = ({ zone, subnet }: NodePoolSpec, { subnets }: AwsOutputs): string | undefined => {
  if (subnet !== undefined) return subnet;
  return zone === undefined ? subnets[0]?.id : subnets.find((candidate) => candidate.zone === zone)?.id;
};

/** A zone that was just added has its subnet only after the next pass over the infrastructure. */
export const hasSubnetFor = ({ nodePool, infrastructure }: NodePoolRendering): boolean =>
  nodePool.zone === undefined || subnetOf(nodePool, outputsOf(infrastructure, 'aws')) !== undefined;

/** Operators before 4.21 read the kind of purchase in the reservation only. */
const reservation = ({ capacityReservation, marketType }: AwsNodePool): JsonObject | undefined =>
  capacityReservation &&
  members({
    id: filled(capacityReservation.id),
    preference: capacityReservation.preference && preferences[capacityReservation.preference],
    marketType: marketType === 'capacityBlocks' ? marketTypes.capacityBlocks : undefined,
  });

const placement = (nodePool: AwsNodePool): JsonObject | undefined =>
  filledMembers({
    tenancy: nodePool.tenancy,
    marketType: nodePool.marketType && marketTypes[nodePool.marketType],
    spot: filledMembers({ maxPrice: filled(nodePool.spotMaxPrice) }),
    capacityReservation: reservation(nodePool),
  });

export const awsNodePoolPlatform = ({ nodePool, infraId, infrastructure }: NodePoolRendering): JsonObject => {
  const outputs = outputsOf(infrastructure, 'aws');
  const { platform = {} } = nodePool;
  const { instanceType, instanceProfile, imageType, rootVolume: volume = {} } = platform;
  const subnet = subnetOf(nodePool, outputs);
  return {
    aws: members({
      instanceType,
      instanceProfile: filled(instanceProfile) ?? filled(outputs.instanceProfile) ?? `${infraId}-worker`,
      subnet: subnet === undefined ? undefined : { id: subnet },
      securityGroups: filled(platform.securityGroupIds)?.map((id) => ({ id })),
      ami: filled(platform.amiId),
      imageType: imageType && imageTypes[imageType],
      placement: placement(platform),
      resourceTags: filled(resourceTagsOf(platform.tags ?? {})),
      rootVolume: members({
        size: volume.sizeGiB,
        type: volume.type,
        iops: volume.iops,
        encrypted: volume.encrypted,
        encryptionKey: filled(volume.kmsKeyArn),
      }),
    }),
  };
};
