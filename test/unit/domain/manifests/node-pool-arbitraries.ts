import fc from 'fast-check';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import type { NodePoolPlatform, PlatformType } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { durations, optional, word, wordMap } from './spec-arbitraries.ts';

const rootVolume = {
  aws: fc.record(
    {
      sizeGiB: fc.integer({ min: 8, max: 500 }),
      type: fc.constantFrom('gp2', 'gp3'),
      encrypted: fc.constant(true),
      kmsKeyArn: fc.constant('arn:aws:kms:eu-west-1:123456789012:key/1234abcd'),
    },
    optional,
  ),
  gcp: fc.record(
    {
      sizeGiB: fc.integer({ min: 20, max: 500 }),
      type: fc.constantFrom('pd-ssd', 'pd-balanced'),
      kmsKeyName: fc.constant('projects/acme-clusters/locations/europe-west1/keyRings/r/cryptoKeys/k'),
    },
    optional,
  ),
  azure: fc.record(
    {
      sizeGiB: fc.integer({ min: 16, max: 32_767 }),
      type: fc.constantFrom('Premium_LRS', 'StandardSSD_LRS'),
      diskEncryptionSetId: fc.constant(
        '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/payments/providers/Microsoft.Compute/diskEncryptionSets/des',
      ),
      persistence: fc.constantFrom('Persistent', 'Ephemeral'),
    },
    optional,
  ),
  kubevirt: fc.record(
    {
      sizeGiB: fc.integer({ min: 16, max: 500 }),
      storageClass: word,
      accessModes: fc.uniqueArray(fc.constantFrom('ReadWriteOnce', 'ReadWriteMany')),
      volumeMode: fc.constantFrom('Block', 'Filesystem'),
      cacheStrategy: fc.constantFrom('None', 'PVC'),
    },
    optional,
  ),
};

const port = fc.record(
  {
    network: fc.oneof(
      fc.uuid().map((id) => ({ id })),
      word.map((name) => ({ filter: { name } })),
    ),
    vnicType: fc.constantFrom('normal', 'direct'),
    allowedAddressPairs: fc.uniqueArray(fc.constantFrom('192.0.2.9', '2001:db8::9')),
    description: word,
  },
  optional,
);

/** Those that are not here are tried with the example of their rules. */
const machines: { readonly [T in PlatformType]?: fc.Arbitrary<NodePoolPlatform> } = {
  aws: fc.record(
    {
      instanceType: fc.constantFrom('m6i.xlarge', 'g5.2xlarge', 'u-6tb1.112xlarge'),
      instanceProfile: word,
      securityGroupIds: fc.constantFrom([], ['sg-0123456789abcdef0', 'sg-0123456789abcdef1']),
      amiId: fc.constant('ami-0123456789abcdef0'),
      imageType: fc.constantFrom('linux', 'windows'),
      // Of a tag of the cluster there is one value.
      tags: word.map((value) => ({ 'of-pool': value })),
      rootVolume: rootVolume.aws,
    },
    optional,
  ),
  azure: fc
    .record({
      image: fc.constantFrom<NodePoolPlatform>(
        {},
        { imageGeneration: 'Gen1' },
        {
          marketplaceImage: { publisher: 'redhat', offer: 'aro4', sku: 'aro_420', version: 'latest' },
          imageGeneration: 'Gen2',
        },
        {
          imageId:
            '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/images/providers/Microsoft.Compute/images/rhcos',
        },
      ),
      more: fc.record(
        {
          instanceType: fc.constantFrom('Standard_D8s_v5', 'Standard_M128-64ms', 'Standard_NC24ads_A100_v4'),
          encryptionAtHost: fc.boolean(),
          diagnostics: fc.constantFrom<NodePoolPlatform['diagnostics']>(
            { storageAccountType: 'Managed' },
            { storageAccountType: 'UserManaged', storageAccountUri: 'https://diag.blob.core.windows.net' },
          ),
          rootVolume: rootVolume.azure,
        },
        optional,
      ),
    })
    .map(({ image, more }) => ({ ...image, ...more })),
  kubevirt: fc.record(
    {
      cores: fc.integer({ min: 1, max: 64 }),
      memory: fc.constantFrom('4Gi', '16384Mi', '10G'),
      qosClass: fc.constantFrom('Burstable', 'Guaranteed'),
      networkMultiqueue: fc.constantFrom('Enable', 'Disable'),
      additionalNetworks: fc.uniqueArray(
        word.map((name) => `${name}/nad`),
        { maxLength: 2 },
      ),
      nodeSelector: wordMap,
      hostDevices: fc.uniqueArray(
        fc.record({ name: word, count: fc.integer({ min: 1, max: 4 }) }, { requiredKeys: ['name'] }),
        {
          maxLength: 2,
          selector: ({ name }) => name,
        },
      ),
      rootVolume: rootVolume.kubevirt,
    },
    optional,
  ),
  gcp: fc.record(
    {
      instanceType: fc.constantFrom('n2-standard-4', 'c3-standard-8'),
      bootImage: fc.constant('projects/rhcos-cloud/global/images/rhcos'),
      networkTags: fc.uniqueArray(word, { maxLength: 2 }),
      resourceLabels: wordMap,
      provisioningModel: fc.constantFrom('Standard', 'Spot', 'Preemptible'),
      onHostMaintenance: fc.constant('TERMINATE'),
      machineServiceAccount: fc.record(
        {
          email: fc.constant('payments-machines@acme-clusters.iam.gserviceaccount.com'),
          scopes: fc.constant(['https://www.googleapis.com/auth/cloud-platform']),
        },
        optional,
      ),
      rootVolume: rootVolume.gcp,
    },
    optional,
  ),
  agent: fc.record({ agentLabelSelector: fc.record({ matchLabels: wordMap }, optional) }, optional),
  openstack: fc.record(
    {
      instanceType: fc.constantFrom('m1.large', 'fakeFlavor'),
      imageName: word,
      additionalPorts: fc.array(port, { maxLength: 2 }),
    },
    { requiredKeys: ['instanceType'] },
  ),
  powervs: fc.oneof(
    fc.record(
      {
        systemType: fc.constantFrom('s922', 'e980'),
        processorType: fc.constantFrom('shared', 'capped'),
        processors: fc.constantFrom('0.25', '0.5', '1.75', '2'),
        memoryGiB: fc.integer({ min: 2, max: 64 }),
        storageType: fc.constantFrom('tier1', 'tier3'),
      },
      optional,
    ),
    fc.record({ imageName: word, imageDeletePolicy: fc.constantFrom('delete', 'retain') }, optional),
    fc.constant<NodePoolPlatform>({ processorType: 'dedicated' }),
  ),
  none: fc.constant({}),
};

const machinesOf = (type: PlatformType): fc.Arbitrary<NodePoolPlatform> =>
  machines[type] ?? fc.constant<NodePoolPlatform>(platformOf(type).examples.nodePool);

const management = fc.oneof(
  fc.record({ autoRepair: fc.boolean() }, optional),
  fc.record({
    autoRepair: fc.constant(true),
    repair: fc.record(
      { timeout: durations, startupTimeout: durations, maxUnhealthy: fc.constantFrom(2, '40%') },
      optional,
    ),
  }),
  fc.record(
    {
      upgradeType: fc.constant('replace' as const),
      maxSurge: fc.constantFrom(1, 2, '25%'),
      maxUnavailable: fc.constantFrom(0, 1),
    },
    { requiredKeys: ['upgradeType'] },
  ),
  fc.constant({ upgradeType: 'replace', strategy: 'onDelete' } as const),
  fc.record(
    { upgradeType: fc.constant('inPlace' as const), maxUnavailable: fc.constantFrom(1, '10%') },
    { requiredKeys: ['upgradeType'] },
  ),
);

const taint = fc.record(
  { key: word, value: word, effect: fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute') },
  { requiredKeys: ['key', 'effect'] },
);

const manifest = (kind: string, apiVersion: string) =>
  word.map((name) => ({ apiVersion, kind, metadata: { name }, spec: { maxPods: 250 } }));

const poolOptions = fc.record(
  {
    management,
    labels: wordMap,
    taints: fc.array(taint, { maxLength: 2 }),
    drainTimeout: durations,
    volumeDetachTimeout: durations,
    pause: fc.boolean(),
    configs: fc.uniqueArray(manifest('KubeletConfig', 'machineconfiguration.openshift.io/v1'), {
      maxLength: 2,
      selector: ({ metadata }) => metadata.name,
    }),
    tuning: fc.array(manifest('PerformanceProfile', 'performance.openshift.io/v2'), { maxLength: 1 }),
  },
  optional,
);

const size = (type: PlatformType): fc.Arbitrary<Pick<NodePoolSpec, 'replicas' | 'autoscaling'>> => {
  const fixed = fc.nat(100).map((replicas) => ({ replicas }));
  const scaled = fc.integer({ min: 1, max: 5 }).map((min) => ({ autoscaling: { min, max: min + 3 } }));
  return type === 'none' ? fixed : fc.oneof(fixed, scaled);
};

export const nodePoolSpecs = (type: PlatformType): fc.Arbitrary<NodePoolSpec> =>
  fc
    .tuple(size(type), poolOptions, machinesOf(type))
    .map(([amount, more, platform]) => ({ ...more, ...amount, platform }));
