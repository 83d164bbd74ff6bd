import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { NodePoolPlatform } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import type {
  PowervsInfrastructure,
  PowervsPlatform,
} from '../../../../src/domain/platforms/powervs/powervs-spec.ts';
import { clusterOf, hostedClusterSpec, nodePoolSpec, render, specOf } from './samples.ts';

const rules = platformOf('powervs');

const credential = (end: string): string => `cr_01jzc8w2q5e8rv9n3k7m4x6t0${end}`;

const infrastructure: PowervsInfrastructure = {
  mode: 'existing',
  accountId: 'account1',
  cisInstanceCrn: 'crn:v1:bluemix:public:internet-svcs:global:a/account1:instance1::',
  serviceInstanceId: 'workspace1',
  subnet: { name: 'dhcp' },
  vpc: { name: 'vpc1', region: 'us-south' },
};

const powervs: PowervsPlatform = {
  region: 'us-south',
  zone: 'dal10',
  resourceGroup: 'payments',
  infrastructure,
  credentialIds: {
    kubeCloudController: credential('1'),
    nodePoolManagement: credential('2'),
    ingress: credential('3'),
    storage: credential('4'),
    imageRegistry: credential('4'),
  },
};

const withPowervs = (more: Partial<PowervsPlatform>, spec: Partial<ClusterSpec> = {}): ClusterSpec =>
  specOf('powervs', { platform: { type: 'powervs', powervs: { ...powervs, ...more } }, ...spec });

const withInfrastructure = (more: Partial<PowervsInfrastructure>): ClusterSpec =>
  withPowervs({ infrastructure: { ...infrastructure, ...more } });

const problemsOf = (spec: ClusterSpec): string[] =>
  rules
    .checkCluster(spec)
    .map(({ pointer, code }) => `${pointer.replace('/spec/platform/powervs', '')} ${code}`);

describe('a cluster on powervs', () => {
  test('refers to what exists in IBM Cloud', () => {
    const spec = hostedClusterSpec(
      withPowervs(
        {
          infrastructure: {
            ...infrastructure,
            subnet: { id: 'subnet1' },
            vpc: { name: 'vpc1', region: 'us-south', subnet: 'public', zone: 'us-south-1' },
          },
        },
        { dns: { baseDomain: 'example.org', publicZoneId: 'zone1', privateZoneId: 'zone1' } },
      ),
    );
    expect(spec['platform']).toEqual({
      type: 'PowerVS',
      powervs: {
        accountID: 'account1',
        cisInstanceCRN: infrastructure.cisInstanceCrn,
        region: 'us-south',
        resourceGroup: 'payments',
        serviceInstanceID: 'workspace1',
        subnet: { id: 'subnet1' },
        vpc: { name: 'vpc1', region: 'us-south', subnet: 'public', zone: 'us-south-1' },
        zone: 'dal10',
        kubeCloudControllerCreds: { name: 'payments-cloud-controller-creds' },
        nodePoolManagementCreds: { name: 'payments-node-management-creds' },
        ingressOperatorCloudCreds: { name: 'payments-ingress-creds' },
        storageOperatorCloudCreds: { name: 'payments-storage-creds' },
        imageRegistryOperatorCloudCreds: { name: 'payments-image-registry-creds' },
      },
    });
    expect(spec['dns']).toEqual({ baseDomain: 'example.org', publicZoneID: 'zone1', privateZoneID: 'zone1' });
    expect(spec['networking']).toMatchObject({ machineNetwork: [{ cidr: '10.0.0.0/16' }] });
  });

  test('has a Secret with a key for each operator', () => {
    const secrets = render(clusterOf(withPowervs({})))
      .filter(({ kind, metadata }) => kind === 'Secret' && metadata.name.endsWith('-creds'))
      .map(({ metadata, data }) => [metadata.name, atob(String(data?.['ibmcloud_api_key']))]);
    expect(secrets).toEqual([
      ['payments-cloud-controller-creds', `value of ${credential('1')}`],
      ['payments-node-management-creds', `value of ${credential('2')}`],
      ['payments-ingress-creds', `value of ${credential('3')}`],
      ['payments-storage-creds', `value of ${credential('4')}`],
      ['payments-image-registry-creds', `value of ${credential('4')}`],
    ]);
  });

  test('takes credentials of one kind, each told at its place', () => {
    expect(rules.credentials(withPowervs({})).map(({ path, kinds }) => [path.at(-1), kinds])).toEqual([
      ['kubeCloudController', ['powervsApiKey']],
      ['nodePoolManagement', ['powervsApiKey']],
      ['ingress', ['powervsApiKey']],
      ['storage', ['powervsApiKey']],
      ['imageRegistry', ['powervsApiKey']],
    ]);
  });

  test.each([
    [withPowervs({ region: 'lon', zone: 'lon04' }), []],
    [withPowervs({ region: 'lon', zone: 'dal10' }), ['/zone conflict']],
    [withPowervs({ region: '-', zone: '-' }), ['/region invalid-format', '/zone invalid-format']],
    [withInfrastructure({ infraId: 'Payments' }), ['/infrastructure/infraId invalid-format']],
    [withInfrastructure({ infraId: 'payments-x7k2p' }), []],
    [withInfrastructure({ cisInstanceCrn: 'crn:x' }), ['/infrastructure/cisInstanceCrn invalid-format']],
    [withInfrastructure({ subnet: {} }), ['/infrastructure/subnet required']],
    [withPowervs({}, { dns: {} }), ['/spec/dns/baseDomain required']],
    [
      withPowervs({}, { publishing: { strategy: 'nodePort' } }),
      ['/spec/publishing/strategy unsupported-value'],
    ],
  ])('case %# has its problems', (spec, problems) => {
    expect(problemsOf(spec)).toEqual(problems);
  });

  test('keeps its place; a prefix that is given later and is the same is no change', () => {
    const read = (spec: ClusterSpec, infraId: string) =>
      rules.immutableFields.map(({ pointer, read }) => [pointer, read(spec, infraId)]);
    expect(read(withInfrastructure({ infraId: 'x' }), 'x')).toEqual(read(withPowervs({}), 'x'));
    expect(read(withInfrastructure({ infraId: 'y' }), 'x')).not.toEqual(read(withPowervs({}), 'x'));
    expect(read(withPowervs({}), 'x').map(([pointer]) => pointer)).toEqual([
      '/region',
      '/zone',
      '/resourceGroup',
      '/infrastructure',
    ]);
    expect(rules.infraIdOf(withInfrastructure({ infraId: 'x' }))).toBe('x');
    expect(rules.regionOf(withPowervs({}))).toBe('us-south');
  });
});

describe('a pool on powervs', () => {
  const block = (platform: NodePoolPlatform) =>
    nodePoolSpec('powervs', { replicas: 1, platform }, withPowervs({}));

  test('has the machines of the command line when nothing is said', () => {
    expect(block({})).toMatchObject({
      arch: 'ppc64le',
      platform: {
        type: 'PowerVS',
        powervs: { systemType: 's922', processorType: 'shared', processors: '0.5', memoryGiB: 32 },
      },
    });
  });

  test('has what is said', () => {
    const platform = {
      systemType: 'e980',
      processorType: 'dedicated',
      memoryGiB: 64,
      imageId: 'i1',
      imageDeletePolicy: 'retain',
    } as const;
    expect(block(platform)['platform']).toEqual({
      type: 'PowerVS',
      powervs: {
        systemType: 'e980',
        processorType: 'dedicated',
        processors: '1',
        memoryGiB: 64,
        image: { id: 'i1' },
        imageDeletePolicy: 'retain',
      },
    });
  });

  test.each([
    [{ processors: '0.3' }, ['/processors out-of-range']],
    [{ processors: '0' }, ['/processors out-of-range']],
    [{ processors: 'two' }, ['/processors invalid-format']],
    [{ processorType: 'dedicated', processors: '1.5' }, ['/processors out-of-range']],
    [{ processorType: 'dedicated', processors: '2' }, []],
    [{ memoryGiB: 1 }, ['/memoryGiB out-of-range']],
    [{ imageId: 'a', imageName: 'b' }, ['/imageName conflict']],
    [{ imageName: 'b', storageType: 'tier3' }, ['/storageType conflict']],
  ] as readonly (readonly [NodePoolPlatform, readonly string[]])[])(
    'with %j has the problems %j',
    (platform, problems) => {
      const found = rules.checkNodePool({ cluster: withPowervs({}), nodePool: { replicas: 1, platform } });
      expect(found.map(({ pointer, code }) => `${pointer.slice('/spec/platform'.length)} ${code}`)).toEqual(
        problems,
      );
    },
  );

  test('has one architecture', () => {
    const nodePool = { replicas: 1, arch: 'amd64' as const };
    const found = rules.checkNodePool({ cluster: withPowervs({}), nodePool });
    expect(found).toEqual([
      {
        pointer: '/spec/arch',
        code: 'unsupported-value',
        detail: 'Platform powervs has no machines of amd64.',
        allowed: ['ppc64le'],
      },
    ]);
  });
});
