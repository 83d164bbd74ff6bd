import type { NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { canonicalQuantity } from '../../shared/quantity.ts';
import type { NodePoolRendering } from '../platform-rules.ts';
import type { NodePoolPlatform, RootVolume } from '../platform-specs.ts';

/** What the command line of HyperShift takes. The CRD would give 8Gi of memory. */
const machine = { cores: 2, memory: '4Gi', networkMultiqueue: 'Enable', attachDefaultNetwork: true } as const;
const rootVolume = { sizeGiB: 32 } as const;

export const kubevirtNodePoolDefaults = ({ platform = {} }: NodePoolSpec): NodePoolPlatform => ({
  ...machine,
  ...platform,
  rootVolume: { ...rootVolume, ...platform.rootVolume },
});

const renderRootVolume = (volume: RootVolume): JsonObject =>
  members({
    type: 'Persistent',
    persistent: members({
      size: volume.sizeGiB === undefined ? undefined : `${volume.sizeGiB}Gi`,
      storageClass: filled(volume.storageClass),
      accessModes: filled(volume.accessModes),
      volumeMode: volume.volumeMode,
    }),
    diskImage: filledMembers({ containerDiskImage: filled(volume.containerDiskImage) }),
    cacheStrategy: volume.cacheStrategy === undefined ? undefined : { type: volume.cacheStrategy },
  });

/** Expects the defaults to be applied. */
export const kubevirtNodePoolPlatform = ({ nodePool }: NodePoolRendering): JsonObject => {
  const { platform = {} } = nodePool;
  return {
    kubevirt: members({
      compute: members({
        cores: platform.cores,
        memory: platform.memory === undefined ? undefined : canonicalQuantity(platform.memory),
        // Burstable is the default of the CRD.
        qosClass: platform.qosClass === 'Guaranteed' ? 'Guaranteed' : undefined,
      }),
      rootVolume: renderRootVolume(platform.rootVolume ?? {}),
      networkInterfaceMultiqueue: platform.networkMultiqueue,
      additionalNetworks: filled((platform.additionalNetworks ?? []).map((name) => ({ name }))),
      attachDefaultNetwork: platform.attachDefaultNetwork,
      nodeSelector: filled(platform.nodeSelector),
      // Written out: the command line loses a device without a count.
      hostDevices: filled(
        (platform.hostDevices ?? []).map(({ name, count = 1 }) => ({ deviceName: name, count })),
      ),
    }),
  };
};
