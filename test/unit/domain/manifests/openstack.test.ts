import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { OpenstackPlatform } from '../../../../src/domain/platforms/openstack/openstack-spec.ts';
import type { NodePoolPlatform } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { clusterOf, findObject, hostedClusterSpec, nodePoolSpec, render, specOf } from './samples.ts';

const credentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0d';
const id = '5387f86a-a10e-47fe-91c6-41ac131f9f30';
const otherId = '5387f86a-a10e-47fe-91c6-41ac131f9f31';
const rules = platformOf('openstack');

const withOpenstack = (more: Partial<OpenstackPlatform>, spec: Partial<ClusterSpec> = {}): ClusterSpec =>
  specOf('openstack', {
    platform: { type: 'openstack', openstack: { credentialId, ...more } },
    ...spec,
  });

const blockOf = (more: Partial<OpenstackPlatform>) => hostedClusterSpec(withOpenstack(more))['platform'];

const problemsOf = (more: Partial<OpenstackPlatform>, spec: Partial<ClusterSpec> = {}): string[] =>
  rules
    .checkCluster(withOpenstack(more, spec))
    .map(({ pointer, code }) => `${pointer.replace('/spec/platform/openstack', '')} ${code}`);

describe('a cluster on openstack', () => {
  test('refers to its credentials by a Secret, and to a range of machines', () => {
    expect(blockOf({})).toEqual({
      type: 'OpenStack',
      openstack: { identityRef: { name: 'payments-cloud-credentials', cloudName: 'openstack' } },
    });
    expect(hostedClusterSpec(withOpenstack({}))['networking']).toMatchObject({
      machineNetwork: [{ cidr: '10.0.0.0/16' }],
    });
  });

  test('has the clouds of its credential and the authority behind them in the Secret', () => {
    const caCertificates = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const secretOf = (more: Partial<OpenstackPlatform>) => {
      const secret = findObject(
        render(clusterOf(withOpenstack(more))),
        'Secret',
        'payments-cloud-credentials',
      );
      expect(secret.metadata.labels).toMatchObject({
        'hypershift.openshift.io/safe-to-delete-with-cluster': 'true',
        'hypershift.openshift.io/auto-created-for-infra': 'payments-x7k2b',
      });
      return secret.data;
    };
    const clouds = btoa(`value of ${credentialId}`);
    expect(secretOf({})).toEqual({ 'clouds.yaml': clouds });
    expect(secretOf({ caCertificates })).toEqual({ 'clouds.yaml': clouds, cacert: btoa(caCertificates) });
  });

  test('says which networks, by id or by what they are like', () => {
    expect(
      blockOf({
        externalNetwork: { id },
        ingressFloatingIp: '203.0.113.7',
        managedSubnet: {
          dnsNameservers: ['192.0.2.53'],
          allocationPools: [{ start: '10.0.0.10', end: '10.0.0.99' }],
        },
        router: { filter: { name: 'edge', projectId: 'p', tags: ['a'], notTagsAny: ['b'] } },
        networkMtu: 1500,
        tags: ['berth'],
      }),
    ).toMatchObject({
      openstack: {
        externalNetwork: { id },
        ingressFloatingIP: '203.0.113.7',
        managedSubnets: [
          {
            dnsNameservers: ['192.0.2.53'],
            allocationPools: [{ start: '10.0.0.10', end: '10.0.0.99' }],
          },
        ],
        router: { filter: { name: 'edge', projectID: 'p', tags: ['a'], notTagsAny: ['b'] } },
        networkMTU: 1500,
        tags: ['berth'],
      },
    });
    expect(
      blockOf({
        disableExternalNetwork: true,
        network: { filter: { name: 'lab' } },
        subnets: [
          { id },
          { filter: { cidr: '10.1.0.0/16', gatewayIp: '10.1.0.1', ipVersion: 4, ipv6RaMode: 'slaac' } },
        ],
      }),
    ).toMatchObject({
      openstack: {
        disableExternalNetwork: true,
        network: { filter: { name: 'lab' } },
        subnets: [
          { id },
          { filter: { cidr: '10.1.0.0/16', gatewayIP: '10.1.0.1', ipVersion: 4, ipv6RAMode: 'slaac' } },
        ],
      },
    });
  });

  test.each([
    [{ externalNetwork: {} }, ['/externalNetwork/id required']],
    [{ externalNetwork: { filter: {} } }, ['/externalNetwork/id required']],
    [{ externalNetwork: { id, filter: { name: 'x' } } }, ['/externalNetwork/filter conflict']],
    [{ externalNetwork: { id: 'public' } }, ['/externalNetwork/id invalid-format']],
    [{ subnets: [{ id }] }, ['/network required']],
    [{ network: { id }, subnets: [{ id }, { id }] }, ['/subnets/1/id duplicate']],
    [{ network: { id }, subnets: [{ id }, { id: otherId }] }, []],
    [
      { network: { id }, subnets: [{ filter: { name: 'a' } }, { filter: { name: 'a' } }] },
      ['/subnets/1/filter duplicate'],
    ],
    [
      { network: { id }, subnets: [{ filter: { cidr: '10.0.0.1/16', gatewayIp: '..' } }] },
      ['/subnets/0/filter/cidr invalid-format', '/subnets/0/filter/gatewayIp invalid-format'],
    ],
    [
      { tags: ['a', 'a'], router: { filter: { tags: ['b', 'b'] } } },
      ['/router/filter/tags/1 duplicate', '/tags/1 duplicate'],
    ],
    [
      { managedSubnet: { dnsNameservers: ['192.0.2.53', '192.0.2.53'] } },
      ['/managedSubnet/dnsNameservers/1 duplicate'],
    ],
    [{ network: { id }, managedSubnet: { dnsNameservers: ['192.0.2.53'] } }, ['/managedSubnet conflict']],
    [{ network: { id }, networkMtu: 1500, router: { id } }, ['/networkMtu conflict', '/router conflict']],
    [{ disableExternalNetwork: true, externalNetwork: { id } }, ['/externalNetwork conflict']],
    [{ disableExternalNetwork: true, ingressFloatingIp: '203.0.113.7' }, ['/ingressFloatingIp conflict']],
    [{ ingressFloatingIp: '203.0.113' }, ['/ingressFloatingIp invalid-format']],
    [{ managedSubnet: { dnsNameservers: ['dns'] } }, ['/managedSubnet/dnsNameservers/0 invalid-format']],
    [
      { managedSubnet: { allocationPools: [{ start: 'a', end: '10.0.0.9' }] } },
      ['/managedSubnet/allocationPools/0/start invalid-format'],
    ],
    [
      { managedSubnet: { allocationPools: [{ start: '10.0.0.9', end: '10.0.0.1' }] } },
      ['/managedSubnet/allocationPools/0/end out-of-range'],
    ],
    [
      { managedSubnet: { allocationPools: [{ start: '10.1.0.1', end: '10.1.0.9' }] } },
      ['/managedSubnet/allocationPools/0/start out-of-range'],
    ],
    [
      {
        managedSubnet: {
          allocationPools: [
            { start: '10.0.0.10', end: '10.0.0.20' },
            { start: '10.0.0.20', end: '10.0.0.30' },
            { start: '10.0.0.40', end: '10.0.0.50' },
          ],
        },
      },
      ['/managedSubnet/allocationPools/1/start conflict'],
    ],
    [
      { network: { id }, subnets: [{ filter: { cidr: '10.1.0.0/16', ipVersion: 6 } }] },
      ['/subnets/0/filter/ipVersion conflict'],
    ],
    [{ caCertificates: '-----BEGIN PRIVATE KEY-----' }, ['/caCertificates invalid-format']],
  ] as readonly (readonly [Partial<OpenstackPlatform>, readonly string[]])[])(
    'with %j has the problems %j',
    (more, problems) => {
      expect(problemsOf(more)).toEqual(problems);
    },
  );

  test('takes pools of addresses from the range that the spec names', () => {
    const managedSubnet = { allocationPools: [{ start: '10.1.0.1', end: '10.1.0.9' }] };
    expect(problemsOf({ managedSubnet }, { network: { machineCidrs: ['10.1.0.0/24'] } })).toEqual([]);
    // A range that cannot be read is told where it stands.
    expect(problemsOf({ managedSubnet }, { network: { machineCidrs: ['10.1'] } })).toEqual([]);
  });

  test('needs a base domain, and publishes by load balancer only', () => {
    expect(problemsOf({}, { dns: {} })).toEqual(['/spec/dns/baseDomain required']);
    expect(problemsOf({}, { publishing: { externalDnsDomain: 'x.example.org' } })).toEqual([
      '/spec/publishing/externalDnsDomain not-allowed',
    ]);
    expect(problemsOf({}, { publishing: { strategy: 'route' } })).toEqual([
      '/spec/publishing/strategy unsupported-value',
    ]);
  });

  test('keeps what its network is made from, and may change its credential', () => {
    const read = (more: Partial<OpenstackPlatform>) =>
      rules.immutableFields
        .filter((field) => field.read(withOpenstack(more), 'x') !== undefined)
        .map(({ pointer }) => pointer);
    expect(read({ tags: ['a'], ingressFloatingIp: '203.0.113.7', disableExternalNetwork: false })).toEqual(
      [],
    );
    expect(read({ externalNetwork: { id }, networkMtu: 1500 })).toEqual(['/externalNetwork', '/networkMtu']);
  });
});

describe('a pool on openstack', () => {
  const block = (platform: NodePoolPlatform, zone?: string) =>
    nodePoolSpec('openstack', { replicas: 1, platform, ...(zone === undefined ? {} : { zone }) })['platform'];

  test('has flavor, image, zone and ports', () => {
    expect(
      block(
        {
          instanceType: 'm1.large',
          imageName: 'rhcos',
          additionalPorts: [
            {
              network: { id },
              vnicType: 'direct',
              portSecurity: 'disabled',
              description: 'fast',
            },
            { allowedAddressPairs: ['192.0.2.9'] },
          ],
        },
        'az1',
      ),
    ).toEqual({
      type: 'OpenStack',
      openstack: {
        flavor: 'm1.large',
        imageName: 'rhcos',
        availabilityZone: 'az1',
        additionalPorts: [
          { network: { id }, vnicType: 'direct', portSecurityPolicy: 'Disabled', description: 'fast' },
          { allowedAddressPairs: [{ ipAddress: '192.0.2.9' }] },
        ],
      },
    });
  });

  test.each([
    [{}, ['/platform/instanceType required']],
    [
      { instanceType: 'm1', additionalPorts: [{ network: {} }] },
      ['/platform/additionalPorts/0/network/id required'],
    ],
    [
      {
        instanceType: 'm1',
        additionalPorts: [{ allowedAddressPairs: ['192.0.2.9', '192.0.2.9'] }],
      },
      ['/platform/additionalPorts/0/allowedAddressPairs/1 duplicate'],
    ],
    [
      {
        instanceType: 'm1',
        additionalPorts: [{ network: { filter: { notTags: ['a', 'a'], tagsAny: ['b', 'b'] } } }],
      },
      [
        '/platform/additionalPorts/0/network/filter/tagsAny/1 duplicate',
        '/platform/additionalPorts/0/network/filter/notTags/1 duplicate',
      ],
    ],
    [
      { instanceType: 'm1', additionalPorts: [{ allowedAddressPairs: ['x'] }] },
      ['/platform/additionalPorts/0/allowedAddressPairs/0 invalid-format'],
    ],
    [
      {
        instanceType: 'm1',
        additionalPorts: [{ portSecurity: 'disabled', allowedAddressPairs: ['192.0.2.9'] }],
      },
      ['/platform/additionalPorts/0/allowedAddressPairs conflict'],
    ],
  ] as readonly (readonly [NodePoolPlatform, readonly string[]])[])(
    'with %j has the problems %j',
    (platform, problems) => {
      const found = rules.checkNodePool({ cluster: withOpenstack({}), nodePool: { replicas: 1, platform } });
      expect(found.map(({ pointer, code }) => `${pointer.slice('/spec'.length)} ${code}`)).toEqual(problems);
    },
  );

  test('has a zone and no subnet', () => {
    const nodePool = { replicas: 1, zone: 'a:b', subnet: 's', platform: { instanceType: 'm1' } };
    const found = rules.checkNodePool({ cluster: withOpenstack({}), nodePool });
    expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/spec/subnet not-allowed',
      '/spec/zone invalid-format',
    ]);
  });
});
