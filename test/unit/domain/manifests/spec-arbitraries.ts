import fc from 'fast-check';
import type { ClusterPublishing, ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { azureExamples } from '../../../../src/domain/platforms/azure/azure-examples.ts';
import type { AzurePlatform } from '../../../../src/domain/platforms/azure/azure-spec.ts';
import { gcpExamples } from '../../../../src/domain/platforms/gcp/gcp-examples.ts';
import type { GcpPlatform } from '../../../../src/domain/platforms/gcp/gcp-spec.ts';
import type { ClusterPlatform, PlatformType } from '../../../../src/domain/platforms/platform-specs.ts';
import { openshiftConfigurations } from './configuration-arbitraries.ts';
import { awsPlatform, specOf } from './samples.ts';

/** Specs that admission would take, of every platform and with any of the options. */
export const optional = { requiredKeys: [] };
export const word = fc.stringMatching(/^[a-z]([-a-z0-9]{0,10}[a-z0-9])?$/);
export const wordMap = fc.dictionary(word, word, { maxKeys: 3 });
const instants = fc.constantFrom('2026-12-24T00:00:00Z', '2026-12-24T01:00:00.5+02:00');
export const durations = fc.constantFrom('PT0S', 'PT30M', 'PT90S', 'P1DT2H');

const mapping = fc.record({ infra: word, guest: word, group: word }, { requiredKeys: ['infra', 'guest'] });
const mappings = fc.uniqueArray(mapping, { maxLength: 3, selector: ({ guest }) => guest });

const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0c';

const awsInfrastructure = fc
  .record(
    {
      infraId: word,
      instanceProfile: word,
      karpenterRoleArn: fc.constant('arn:aws:iam::123456789012:role/karpenter'),
      publicOnly: fc.boolean(),
      sharedVpc: fc.constant({
        localZoneId: 'Z0123456789ABCDEFGHIJ',
        ingressRoleArn: 'arn:aws:iam::210987654321:role/ingress',
        controlPlaneRoleArn: 'arn:aws:iam::210987654321:role/control-plane',
      }),
    },
    optional,
  )
  .map((more) => ({ ...awsPlatform.infrastructure, ...more }));

const azureExisting = azureExamples.cluster.infrastructure;
const privateAzure = {
  endpointAccess: 'publicAndPrivate',
  private: { additionalAllowedSubscriptions: ['0b1f6471-1bf0-4dda-aec3-cb9272f09591'] },
} as const;

/** Infrastructure and access that go together. */
const azurePlaces = fc.constantFrom<Partial<AzurePlatform>>(
  {},
  { infrastructure: { mode: 'managed', vnetCidr: '192.168.0.0/16' }, tags: { team: 'payments' } },
  { ...privateAzure, infrastructure: { mode: 'managed', vnetCidr: '192.168.0.0/16' } },
  {
    ...privateAzure,
    endpointAccess: 'private',
    infrastructure: {
      ...azureExisting,
      workloadIdentities: {
        ...azureExisting.workloadIdentities,
        controlPlaneOperator: '00000000-0000-4000-8000-000000000009',
      },
    },
  },
  {
    cloud: 'AzurePublicCloud',
    registryIdentityId:
      '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/payments/providers/Microsoft.ManagedIdentity/userAssignedIdentities/payments-puller',
  },
);

/** Those that are not here are tried with the example of their rules. */
const platforms: { readonly [T in PlatformType]?: fc.Arbitrary<ClusterPlatform> } = {
  aws: fc
    .record(
      {
        endpointAccess: fc.constantFrom('public', 'publicAndPrivate'),
        multiArch: fc.boolean(),
        tags: wordMap,
        terminationHandlerQueueUrl: fc.constant('https://sqs.eu-west-1.amazonaws.com/123456789012/q'),
        infrastructure: awsInfrastructure,
      },
      { requiredKeys: ['infrastructure'] },
    )
    .map((options) => ({ type: 'aws', aws: { ...awsPlatform, ...options } })),
  kubevirt: fc
    .record(
      {
        storageClassMappings: mappings,
        volumeSnapshotClassMappings: mappings,
        externalInfrastructure: word.map((namespace) => ({
          credentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
          namespace,
        })),
      },
      optional,
    )
    .map((kubevirt) => ({ type: 'kubevirt', kubevirt })),
  azure: fc
    .record({ place: azurePlaces, oauthPublishing: fc.constantFrom('route', 'loadBalancer') }, optional)
    .map(({ place = {}, ...options }) => ({
      type: 'azure',
      azure: { ...azureExamples.cluster, credentialId, ...options, ...place },
    })),
  gcp: fc
    .record(
      {
        endpointAccess: fc.constantFrom('private', 'publicAndPrivate'),
        infrastructure: fc.constantFrom<GcpPlatform['infrastructure']>(
          gcpExamples.cluster.infrastructure,
          { mode: 'managed', subnetCidr: '192.168.0.0/16' },
          { mode: 'managed', subnetCidr: '192.168.0.0/16', zones: ['europe-west1-c'] },
        ),
        resourceLabels: wordMap,
      },
      optional,
    )
    .map((options) => ({ type: 'gcp', gcp: { ...gcpExamples.cluster, credentialId, ...options } })),
  openstack: fc
    .record(
      {
        externalNetwork: fc.uuid().map((id) => ({ id })),
        ingressFloatingIp: fc.constant('203.0.113.7'),
        managedSubnet: fc.record(
          {
            dnsNameservers: fc.uniqueArray(fc.constantFrom('192.0.2.53', '2001:db8::53')),
            allocationPools: fc.constant([]),
          },
          optional,
        ),
        router: word.map((name) => ({ filter: { name } })),
        networkMtu: fc.integer({ min: 1500, max: 9000 }),
        tags: fc.uniqueArray(word, { maxLength: 2 }),
        caCertificates: fc.constant('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
      },
      optional,
    )
    .map((openstack) => ({
      type: 'openstack',
      openstack: { credentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd', ...openstack },
    })),
  agent: word.map((name) => ({ type: 'agent', agent: { namespace: `agents-${name}` } })),
  none: fc.constant({ type: 'none', none: {} }),
};

const byLoadBalancer = fc.constant<ClusterPublishing>({ strategy: 'loadBalancer' });
const byRoute = word.map<ClusterPublishing>((name) => ({ externalDnsDomain: `${name}.example.net` }));
const onNodes = fc
  .constantFrom('192.0.2.7', '2001:db8::7', 'nodes.example.net')
  .map<ClusterPublishing>((apiServerAddress) => ({ strategy: 'nodePort', apiServerAddress }));

const publishings: { readonly [T in PlatformType]?: fc.Arbitrary<ClusterPublishing> } = {
  aws: fc.oneof(byLoadBalancer, byRoute, fc.constant({})),
  kubevirt: fc.oneof(byLoadBalancer, byRoute, onNodes, fc.constant({})),
  azure: fc.constantFrom<ClusterPublishing>({}, { externalDnsDomain: 'clusters.example.net' }),
  powervs: fc.oneof(byLoadBalancer, byRoute, fc.constant({})),
  gcp: byRoute,
  agent: fc.oneof(byLoadBalancer, onNodes),
  none: fc.oneof(byLoadBalancer, onNodes),
};

const network = fc.record(
  {
    clusterCidrs: fc.constantFrom(['10.0.0.0/14'], ['10.128.0.0/14', 'fd01::/48']),
    serviceCidrs: fc.constantFrom(['172.30.0.0/16'], ['172.30.0.0/16', 'fd02::/112']),
    machineCidrs: fc.constant(['192.168.0.0/16']),
    hostPrefix: fc.integer({ min: 22, max: 26 }),
    apiServerAdvertiseAddress: fc.constant('192.0.2.1'),
    apiServerPort: fc.constantFrom(443, 6443),
    ovnJoinCidrs: fc.constantFrom([], ['100.70.0.0/16'], ['100.70.0.0/16', 'fd90::/64']),
    ovnTransitCidrs: fc.constantFrom([], ['fd91::/64'], ['100.71.0.0/16']),
    apiServerAllowedCidrs: fc.uniqueArray(fc.constantFrom('198.51.100.0/24', '203.0.113.0/24')),
    ovnMtu: fc.integer({ min: 576, max: 9216 }),
    disableMultiNetwork: fc.constant(false),
    allocateNodeCidrs: fc.constant(false),
  },
  optional,
);

const toleration = fc.record(
  {
    key: word,
    operator: fc.constant('Equal' as const),
    value: word,
    effect: fc.constantFrom('NoSchedule', 'NoExecute'),
  },
  { requiredKeys: ['key'] },
);

const controlPlane = fc.record(
  {
    availability: fc.constantFrom('high', 'single'),
    infrastructureAvailability: fc.constantFrom('high', 'single'),
    etcd: fc.record(
      {
        storage: fc.record({ size: fc.constantFrom('8Gi', '16384Mi', '1.5Ti'), className: word }, optional),
        restoreSnapshotUrl: fc.constantFrom('https://b.example.org/snapshot', 's3://bucket/snapshot'),
      },
      optional,
    ),
    labels: wordMap,
    apiServerVerbosity: fc.integer({ min: 0, max: 10 }),
    restartedAt: instants,
    operatorCatalogs: fc.constantFrom('management', 'guest'),
    fips: fc.boolean(),
    tolerations: fc.array(toleration, { maxLength: 3 }),
    nodeSelector: wordMap,
  },
  optional,
);

const configuration = fc.record(
  {
    proxy: fc.record(
      {
        httpProxy: fc.constant('http://proxy:3128'),
        noProxy: fc.constant('.example.org'),
        readinessEndpoints: fc.constantFrom([], ['https://example.org']),
        trustBundle: fc.constant('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
      },
      optional,
    ),
    ...openshiftConfigurations,
    featureSet: fc.constantFrom('TechPreviewNoUpgrade', 'DevPreviewNoUpgrade'),
    disableDefaultCatalogSources: fc.boolean(),
  },
  optional,
);

const autoscaling = fc.record(
  {
    maxNodesTotal: fc.nat(500),
    maxPodGracePeriodSeconds: fc.nat(3600),
    maxNodeProvisionTime: durations,
    podPriorityThreshold: fc.integer({ min: -100, max: 100 }),
    balancingIgnoredLabels: fc.uniqueArray(word, { maxLength: 2 }),
    maxFreeDifferenceRatioPercent: fc.nat(100),
    scaling: fc.constant('upAndDown' as const),
    scaleDown: fc.record(
      { delayAfterAddSeconds: fc.nat(600), utilizationThresholdPercent: fc.nat(100) },
      optional,
    ),
    expanders: fc.uniqueArray(fc.constantFrom('LeastWaste', 'Priority', 'Random')),
  },
  optional,
);

const source = fc.record({ source: word, mirrors: fc.uniqueArray(word, { maxLength: 2 }) });

const options = fc.record(
  {
    network,
    controlPlane,
    configuration,
    autoscaling,
    capabilities: fc.constantFrom(
      {},
      { disabled: ['Console', 'Ingress'] },
      { enabled: ['baremetal'], disabled: [] },
    ),
    sshPublicKey: fc.constant('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5'),
    additionalTrustBundle: fc.constant('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
    imageContentSources: fc.array(source, { maxLength: 2 }),
    paused: fc.boolean(),
    monitoring: fc.record(
      {
        metricsSet: fc.constantFrom('Telemetry', 'SRE', 'All'),
        metricsForwarding: fc.constantFrom(
          { mode: 'None' } as const,
          { mode: 'Forward', metricsSet: 'SRE' } as const,
        ),
        silenceAlerts: fc.boolean(),
      },
      optional,
    ),
    updates: fc.record(
      { channel: fc.constant('stable-4.20'), service: fc.constant('https://updates.example.org/graph') },
      optional,
    ),
    openshiftId: fc.uuid(),
    deletionGracePeriod: durations,
    dns: fc.record(
      { baseDomain: fc.constant('example.org'), baseDomainPrefix: fc.constantFrom('', 'apps-of-it') },
      { requiredKeys: ['baseDomain'] },
    ),
  },
  optional,
);

export const clusterSpecs = (type: PlatformType): fc.Arbitrary<ClusterSpec> =>
  fc
    .tuple(
      platforms[type] ?? fc.constant(specOf(type).platform),
      publishings[type] ?? fc.constant(specOf(type).publishing ?? {}),
      options,
    )
    .map(([platform, publishing, more]) => ({ ...specOf(type), ...more, platform, publishing }));
