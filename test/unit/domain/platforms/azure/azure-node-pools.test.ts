import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import type { NodePoolPlatform } from '../../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../../src/domain/platforms/platforms.ts';
import { nodePoolSpec } from '../../manifests/samples.ts';
import { azureSpec, brief, existing, existingSpec, managedSpec, subscription } from './azure-samples.ts';

const rules = platformOf('azure');

const problemsOf = (nodePool: NodePoolSpec, cluster: ClusterSpec = azureSpec()): readonly string[] =>
  brief(rules.checkNodePool({ cluster, nodePool }));

const withPlatform = (platform: NodePoolPlatform, more: Partial<NodePoolSpec> = {}): readonly string[] =>
  problemsOf({ replicas: 1, platform, ...more });

const marketplaceImage = { publisher: 'redhat', offer: 'aro4', sku: 'aro_420', version: 'latest' };
const imageId = `${subscription}/resourceGroups/images/providers/Microsoft.Compute/images/rhcos`;
const encryptionSet = `${subscription}/resourceGroups/keys/providers/Microsoft.Compute/diskEncryptionSets/des`;

describe('a pool on Azure', () => {
  test.each<[NodePoolPlatform, Partial<NodePoolSpec>]>([
    [{}, {}],
    [{}, { arch: 'arm64' }],
    [{ instanceType: 'Standard_D8ps_v5' }, { arch: 'arm64' }],
    [{ instanceType: 'Standard_M128-64ms' }, {}],
    [{ marketplaceImage, imageGeneration: 'Gen1' }, { zone: '3' }],
    [{ imageId }, { subnet: existing.subnetId }],
    [{ rootVolume: { sizeGiB: 16, type: 'PremiumV2_LRS', diskEncryptionSetId: encryptionSet } }, {}],
    [
      {
        diagnostics: {
          storageAccountType: 'UserManaged',
          storageAccountUri: 'https://a.blob.core.windows.net',
        },
      },
      {},
    ],
  ])('is taken with %j and %j', (platform, more) => {
    expect(withPlatform(platform, more)).toEqual([]);
  });

  test('scales down to none', () => {
    expect(problemsOf({ autoscaling: { min: 0, max: 3 } })).toEqual([]);
  });

  test.each<[string, NodePoolPlatform, Partial<NodePoolSpec>, readonly string[]]>([
    ['a size of AWS', { instanceType: 'm5.large' }, {}, ['platform/instanceType invalid-format']],
    [
      'a size that the CRD refuses',
      { instanceType: 'Standard_D4s_v5_Promo' },
      {},
      ['platform/instanceType invalid-format'],
    ],
    ['an Arm size of amd64', { instanceType: 'Standard_D4ps_v5' }, {}, ['platform/instanceType conflict']],
    [
      'an Intel size of arm64',
      { instanceType: 'Standard_D4s_v5' },
      { arch: 'arm64' },
      ['platform/instanceType conflict'],
    ],
    ['Arm of Gen1', { imageGeneration: 'Gen1' }, { arch: 'arm64' }, ['platform/imageGeneration conflict']],
    ['a small disk', { rootVolume: { sizeGiB: 15 } }, {}, ['platform/rootVolume/sizeGiB out-of-range']],
    ['a large disk', { rootVolume: { sizeGiB: 32_768 } }, {}, ['platform/rootVolume/sizeGiB out-of-range']],
    ['a disk of AWS', { rootVolume: { type: 'gp3' } }, {}, ['platform/rootVolume/type unsupported-value']],
    ['a member of AWS', { rootVolume: { iops: 3000 } }, {}, ['platform/rootVolume/iops not-allowed']],
    [
      'an encryption set by name',
      { rootVolume: { diskEncryptionSetId: 'des' } },
      {},
      ['platform/rootVolume/diskEncryptionSetId invalid-format'],
    ],
    ['an image by name', { imageId: 'rhcos' }, {}, ['platform/imageId invalid-format']],
    ['two images', { imageId, marketplaceImage }, {}, ['platform/marketplaceImage conflict']],
    [
      'a generation of an image',
      { imageId, imageGeneration: 'Gen2' },
      {},
      ['platform/imageGeneration conflict'],
    ],
    [
      'an account of its own without one',
      { diagnostics: { storageAccountType: 'UserManaged' } },
      {},
      ['platform/diagnostics/storageAccountUri required'],
    ],
    [
      'an account that nobody uses',
      { diagnostics: { storageAccountType: 'Managed', storageAccountUri: 'https://a.example.org' } },
      {},
      ['platform/diagnostics/storageAccountUri conflict'],
    ],
    ['a zone of AWS', {}, { zone: 'westeurope-1' }, ['zone unsupported-value']],
    ['a subnet by name', {}, { subnet: 'machines' }, ['subnet invalid-format']],
    [
      'a subnet of another network',
      {},
      { subnet: existing.subnetId.replace('Networks/payments', 'Networks/x') },
      ['subnet conflict'],
    ],
    ['ppc64le', {}, { arch: 'ppc64le' }, ['arch unsupported-value', 'platform/instanceType conflict']],
  ])('is refused with %s', (_name, platform, more, expected) => {
    const found = withPlatform(platform, more);
    expect(found).toEqual(
      expected[0] === 'arch unsupported-value' ? expect.arrayContaining([expected[0]]) : expected,
    );
  });

  test('in a network of Berth’s names no subnet, in one of the user’s one of it', () => {
    const pool = { replicas: 1, subnet: existing.subnetId };
    const { vnetId, subnetId, securityGroupId } = existing;
    expect(problemsOf(pool, managedSpec())).toEqual(['subnet not-allowed']);
    expect(problemsOf(pool, managedSpec({ network: { vnetId, subnetId, securityGroupId } }))).toEqual([]);
  });
});

describe('the manifest of a pool on Azure', () => {
  const blockOf = (spec: NodePoolSpec, cluster: ClusterSpec = azureSpec()) =>
    nodePoolSpec('azure', spec, cluster)['platform'];

  test('has the defaults of the command line', () => {
    expect(blockOf({ replicas: 1 })).toEqual({
      type: 'Azure',
      azure: {
        vmSize: 'Standard_D4s_v5',
        subnetID: existing.subnetId,
        image: { type: 'AzureMarketplace', azureMarketplace: {} },
        osDisk: { sizeGiB: 120, diskStorageAccountType: 'Premium_LRS' },
      },
    });
    expect(blockOf({ replicas: 1, arch: 'arm64' })).toMatchObject({ azure: { vmSize: 'Standard_D4ps_v5' } });
  });

  test('says all that can be said', () => {
    const platform: NodePoolPlatform = {
      instanceType: 'Standard_E8s_v5',
      encryptionAtHost: false,
      marketplaceImage,
      imageGeneration: 'Gen1',
      diagnostics: {
        storageAccountType: 'UserManaged',
        storageAccountUri: 'https://a.blob.core.windows.net',
      },
      rootVolume: {
        sizeGiB: 64,
        type: 'StandardSSD_LRS',
        diskEncryptionSetId: encryptionSet,
        persistence: 'Ephemeral',
      },
    };
    expect(blockOf({ replicas: 1, zone: '2', subnet: `${existing.vnetId}/subnets/more`, platform })).toEqual({
      type: 'Azure',
      azure: {
        vmSize: 'Standard_E8s_v5',
        subnetID: `${existing.vnetId}/subnets/more`,
        availabilityZone: '2',
        image: {
          type: 'AzureMarketplace',
          azureMarketplace: { ...marketplaceImage, imageGeneration: 'Gen1' },
        },
        osDisk: {
          sizeGiB: 64,
          diskStorageAccountType: 'StandardSSD_LRS',
          encryptionSetID: encryptionSet,
          persistence: 'Ephemeral',
        },
        encryptionAtHost: 'Disabled',
        diagnostics: {
          storageAccountType: 'UserManaged',
          userManaged: { storageAccountURI: 'https://a.blob.core.windows.net' },
        },
      },
    });
  });

  test.each<[string, NodePoolPlatform, object]>([
    ['the image of the cluster', {}, { type: 'ImageID', imageID: imageId }],
    ['the image of the pool', { imageId: `${imageId}-2` }, { type: 'ImageID', imageID: `${imageId}-2` }],
    [
      'a marketplace image before that of the cluster',
      { marketplaceImage },
      { type: 'AzureMarketplace', azureMarketplace: marketplaceImage },
    ],
    [
      'the image of the cluster whatever the generation',
      { imageGeneration: 'Gen2' },
      { type: 'ImageID', imageID: imageId },
    ],
  ])('has %s', (_name, platform, image) => {
    expect(blockOf({ replicas: 1, platform }, existingSpec({ bootImageId: imageId }))).toMatchObject({
      azure: { image },
    });
  });
});
