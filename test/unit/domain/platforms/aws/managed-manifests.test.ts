import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Cluster } from '../../../../../src/domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../../../../src/domain/infrastructure/infrastructure-record.ts';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type { AwsManagedInfrastructure } from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import type { JsonObject } from '../../../../../src/domain/shared/json.ts';
import { type CompiledResource, compileCrd } from '../../../../../src/kube-schema/kube-schema.ts';
import { hasShared, readShared } from '../../fixtures/shared-files.ts';
import { clusterOf, findObject, nodePoolOf, render, renderPool } from '../../manifests/samples.ts';
import { keyArn, managedSpec, poolProblemsOf, problemsOf, vpcOwnerCredentialId } from './aws-samples.ts';

const infraId = 'b2c3d4e5f6g7h';

/** Ids as AWS gives them, by the kind of the step. */
const idOf = (step: string): string => {
  const [kind = ''] = step.split('/');
  if (/role/i.test(kind)) return `arn:aws:iam::123456789012:role/berth/test/${step.replaceAll('/', '-')}`;
  if (/zone/i.test(kind)) return 'Z0123456789ABCDEFGHIJ';
  return `${kind}-${step.replaceAll(/[^a-z0-9]/g, '')}`;
};

const outputsOf = (spec: ClusterSpec): InfrastructureOutputs => {
  const outputs = aws.managed?.outputs(
    {
      instance: 'test',
      tenantId: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
      clusterId: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
      infraId,
      hostedClusterName: 'payments',
      createdAt: '2026-01-01T00:00:00.000Z',
      spec,
      issuerUrl: `https://oidc.berth.example.org/${infraId}`,
      jwks: { keys: [] },
    },
    idOf,
  );
  if (outputs === undefined) throw new Error('Berth makes nothing on aws');
  return outputs;
};

const managedCluster = (spec: ClusterSpec): Cluster =>
  clusterOf(spec, {
    infraId,
    infrastructure: { platform: 'aws', infraId, entries: [], outputs: outputsOf(spec) },
  });

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const zones = fc
  .shuffledSubarray(letters, { minLength: 1 })
  .map((chosen) => chosen.map((letter) => `eu-west-1${letter}`));

const infrastructure: fc.Arbitrary<Partial<AwsManagedInfrastructure>> = fc
  .tuple(
    zones,
    fc.constantFrom<Partial<AwsManagedInfrastructure>>(
      {},
      { publicOnly: true },
      { natGateways: 'single' },
      { egress: 'proxy' },
    ),
    fc.record(
      {
        machineCidr: fc.constantFrom('10.7.0.0/16', '192.168.0.0/16'),
        permissionsBoundaryArn: fc.constant('arn:aws:iam::123456789012:policy/boundary'),
        rosaManagedPolicies: fc.boolean(),
        sharedVpc: fc.record(
          {
            vpcOwnerCredentialId: fc.constant(vpcOwnerCredentialId),
            privateZonesInClusterAccount: fc.boolean(),
          },
          { requiredKeys: ['vpcOwnerCredentialId'] },
        ),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([places, egress, more]) => ({ ...more, ...egress, zones: places }));

const specs = fc
  .tuple(
    infrastructure,
    fc.record(
      {
        endpointAccess: fc.constantFrom('public', 'publicAndPrivate'),
        tags: fc.constant({ 'cost-centre': '42' }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        encryption: fc.constant({ type: 'kms', aws: { keyArn } } as const),
        autoNode: fc.constant({ provisioner: 'karpenter' } as const),
        publishing: fc.constant({ externalDnsDomain: 'clusters.example.net' }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([made, platform, more]) =>
    managedSpec(made, platform, {
      ...more,
      configuration: { proxy: { httpsProxy: 'http://proxy.example.org:3128' } },
    }),
  );

const pools: readonly NodePoolSpec[] = [
  { replicas: 1 },
  { replicas: 1, arch: 'arm64', platform: { instanceType: 'c7g.large' } },
  { replicas: 1, platform: { marketType: 'spot', spotMaxPrice: '0.25', tenancy: 'default' } },
  {
    replicas: 1,
    platform: { marketType: 'capacityBlocks', capacityReservation: { id: 'cr-0123456789abcdef0' } },
  },
  { replicas: 1, platform: { tenancy: 'dedicated', capacityReservation: { preference: 'open' } } },
  { replicas: 1, platform: { rootVolume: { type: 'io2', iops: 100, encrypted: true } } },
];

const wire = (object: unknown): JsonObject => JSON.parse(JSON.stringify(object));

describe.runIf(hasShared())('manifests on infrastructure that Berth made', () => {
  let hostedClusters: CompiledResource;
  let nodePools: CompiledResource;
  beforeAll(() => {
    const compile = (file: string): CompiledResource => {
      const [resource] = compileCrd(parse(readShared(`hypershift/crds/${file}`)));
      if (resource === undefined) throw new Error(`${file} serves no version`);
      return resource;
    };
    hostedClusters = compile('hostedclusters-Hypershift-Default.crd.yaml');
    nodePools = compile('nodepools-Default.crd.yaml');
  });

  const faultsOf = (crd: CompiledResource, object: JsonObject): readonly string[] => [
    ...crd.unknownFields(object),
    ...crd.validate(crd.applyDefaults(object)).map(({ path, message }) => `${path} ${message}`),
  ];

  test('are admitted, whatever the user says of it', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        expect(problemsOf(spec)).toEqual([]);
        const hostedCluster = wire(findObject(render(managedCluster(spec)), 'HostedCluster'));
        expect(faultsOf(hostedClusters, hostedCluster)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(pools)('are admitted with the pool %j', (pool) => {
    const spec = managedSpec();
    expect(poolProblemsOf(pool, spec)).toEqual([]);
    expect(faultsOf(nodePools, wire(renderPool(nodePoolOf(pool), managedCluster(spec))))).toEqual([]);
  });

  test('put a pool into the private subnet of its zone, without private ones into the public one', () => {
    const subnetOf = (made: Partial<AwsManagedInfrastructure>) =>
      wire(renderPool(nodePoolOf({ replicas: 1, zone: 'eu-west-1b' }), managedCluster(managedSpec(made))));
    const platformOf = (id: string) => ({ spec: { platform: { aws: { subnet: { id } } } } });
    expect(subnetOf({})).toMatchObject(platformOf('subnet-subnetprivateeuwest1b'));
    expect(subnetOf({ publicOnly: true })).toMatchObject(platformOf('subnet-subnetpubliceuwest1b'));
  });

  test('put a pool into a subnet of its own zone', () => {
    fc.assert(
      fc.property(specs, fc.nat(), (spec, choice) => {
        const subnets = outputsOf(spec).aws?.subnets ?? [];
        const place = subnets[choice % subnets.length];
        const pool = nodePoolOf({ replicas: 1, ...(place === undefined ? {} : { zone: place.zone }) });
        expect(wire(renderPool(pool, managedCluster(spec)))['spec']).toMatchObject({
          platform: { aws: { subnet: { id: place?.id }, instanceProfile: `${infraId}-worker` } },
        });
      }),
      { numRuns: 30 },
    );
  });

  test('name the range of the machines, the zones and the issuer that Berth made', () => {
    const spec = managedSpec({ machineCidr: '10.7.0.0/16' });
    expect(findObject(render(managedCluster(spec)), 'HostedCluster').spec).toMatchObject({
      infraID: infraId,
      issuerURL: `https://oidc.berth.example.org/${infraId}`,
      networking: { machineNetwork: [{ cidr: '10.7.0.0/16' }] },
      dns: { publicZoneID: 'Z0123456789ABCDEFGHIJ', privateZoneID: 'Z0123456789ABCDEFGHIJ' },
      platform: {
        aws: {
          resourceTags: [
            { key: 'berth-cluster', value: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a' },
            { key: 'berth-created-at', value: '1767225600' },
            { key: 'berth-instance', value: 'test' },
            { key: 'berth-tenant', value: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d' },
            { key: `kubernetes.io/cluster/${infraId}`, value: 'owned' },
          ],
        },
      },
    });
  });
});
