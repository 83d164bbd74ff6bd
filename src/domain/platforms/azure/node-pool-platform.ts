import type { NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type NodePoolRendering, outputsOf } from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';

/** What the command line of HyperShift takes. */
const instanceTypes = { amd64: 'Standard_D4s_v5', arm64: 'Standard_D4ps_v5' } as const;
const rootVolume = { sizeGiB: 120, type: 'Premium_LRS' } as const;

export const azureNodePoolDefaults = ({ platform = {}, arch }: NodePoolSpec): NodePoolPlatform => ({
  ...platform,
  instanceType: platform.instanceType ?? (arch === 'arm64' ? instanceTypes.arm64 : instanceTypes.amd64),
  rootVolume: { ...rootVolume, ...platform.rootVolume },
});

/** A marketplace image of the user's, else an image by id, else the operator's choice from the marketplace. */
const imageOf = (platform: NodePoolPlatform, bootImageId: string | undefined): JsonObject => {
  const { marketplaceImage, imageGeneration } = platform;
  const imageID = filled(platform.imageId) ?? bootImageId;
  if (marketplaceImage === undefined && imageID !== undefined) return { type: 'ImageID', imageID };
  const { publisher, offer, sku, version } = marketplaceImage ?? {};
  return {
    type: 'AzureMarketplace',
    azureMarketplace: members({ publisher, offer, sku, version, imageGeneration }),
  };
};

const diagnosticsOf = ({ diagnostics }: NodePoolPlatform): JsonObject | undefined => {
  if (diagnostics === undefined) return undefined;
  const { storageAccountType, storageAccountUri } = diagnostics;
  return members({
    storageAccountType,
    userManaged: storageAccountUri === undefined ? undefined : { storageAccountURI: storageAccountUri },
  });
};

export const azureNodePoolPlatform = ({ nodePool, infrastructure }: NodePoolRendering): JsonObject => {
  const outputs = outputsOf(infrastructure, 'azure');
  const platform = nodePool.platform ?? {};
  const { rootVolume: volume = {}, encryptionAtHost } = platform;
  return {
    azure: members({
      vmSize: platform.instanceType,
      subnetID: filled(nodePool.subnet) ?? outputs.subnetId,
      availabilityZone: filled(nodePool.zone),
      image: imageOf(platform, outputs.bootImageId),
      osDisk: members({
        sizeGiB: volume.sizeGiB,
        diskStorageAccountType: volume.type,
        encryptionSetID: filled(volume.diskEncryptionSetId),
        persistence: volume.persistence,
      }),
      encryptionAtHost:
        encryptionAtHost === undefined ? undefined : encryptionAtHost ? 'Enabled' : 'Disabled',
      diagnostics: diagnosticsOf(platform),
    }),
  };
};
