import type { Architecture, NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type NodePoolRendering, outputsOf } from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';
import type { AwsOutputs } from './aws-spec.ts';

/** What the command line of HyperShift takes: general purpose, two cores, 8 GiB. */
const instanceTypes: Readonly<Partial<Record<Architecture, string>>> = {
  amd64: 'm5.large',
  arm64: 'm6g.large',
};

const rootVolume = { sizeGiB: 120, type: 'gp3' } as const;

export const awsNodePoolDefaults = ({ platform = {}, arch }: NodePoolSpec): NodePoolPlatform => ({
  ...platform,
  instanceType: platform.instanceType ?? instanceTypes[arch ?? 'amd64'] ?? 'm5.large',
  rootVolume: { ...rootVolume, ...platform.rootVolume },
});

/** The subnet that machines get: the one named, else that of the zone, else the cluster's first. */
const subnetOf = ({ zone, subnet }: NodePoolSpec, { subnets }: AwsOutputs): string | undefined => {
  if (subnet !== undefined) return subnet;
  return zone === undefined ? subnets[0]?.id : subnets.find((candidate) => candidate.zone === zone)?.id;
};

export const awsNodePoolPlatform = ({ nodePool, infraId, infrastructure }: NodePoolRendering): JsonObject => {
  const outputs = outputsOf(infrastructure, 'aws');
  const { instanceType, instanceProfile, rootVolume: volume = {} } = nodePool.platform ?? {};
  const subnet = subnetOf(nodePool, outputs);
  return {
    aws: members({
      instanceType,
      instanceProfile: filled(instanceProfile) ?? filled(outputs.instanceProfile) ?? `${infraId}-worker`,
      subnet: subnet === undefined ? undefined : { id: subnet },
      rootVolume: members({
        size: volume.sizeGiB,
        type: volume.type,
        iops: volume.iops,
        encryptionKey: filled(volume.kmsKeyArn),
      }),
    }),
  };
};
