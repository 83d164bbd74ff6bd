import { describe, expect, test } from 'vitest';
import type { ClusterNetwork } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { checkClusterNetworks } from '../../../../../src/domain/network/network-admission.ts';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type { AwsManagedInfrastructure } from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import { credentialId, existingSpec, managedSpec, problemsOf, vpcOwnerCredentialId } from './aws-samples.ts';

const base = '/spec/platform/aws/infrastructure';
const ninth = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((letter) => `eu-west-1${letter}`);

describe('infrastructure that Berth makes', () => {
  test.each<readonly [string, Partial<AwsManagedInfrastructure>, readonly string[]]>([
    ['the least', {}, []],
    ['eight zones', { zones: ninth.slice(0, 8) }, []],
    ['no zone', { zones: [] }, ['/zones required']],
    ['nine zones', { zones: ninth }, ['/zones out-of-range']],
    ['a zone of another region', { zones: ['us-east-1a'] }, ['/zones/0 conflict']],
    ['a local zone', { zones: ['eu-west-1-lhr-1a'] }, ['/zones/0 conflict']],
    ['a zone twice', { zones: ['eu-west-1a', 'eu-west-1a'] }, ['/zones/1 duplicate']],
    ['a range of its own', { machineCidr: '10.7.0.0/16' }, []],
    ['a range that is too small', { machineCidr: '10.7.0.0/20' }, ['/machineCidr out-of-range']],
    ['a range of IPv6', { machineCidr: 'fd00::/16' }, ['/machineCidr out-of-range']],
    ['one NAT gateway', { natGateways: 'single' }, []],
    ['public machines', { publicOnly: true }, []],
    [
      'public machines behind gateways',
      { publicOnly: true, natGateways: 'single', egress: 'natGateway' },
      ['/natGateways conflict', '/egress conflict'],
    ],
    [
      'a proxy and gateways',
      { egress: 'proxy', natGateways: 'perZone' },
      ['/natGateways conflict', '/egress required'],
    ],
    ['a boundary', { permissionsBoundaryArn: 'arn:aws:iam::123456789012:policy/boundary' }, []],
    ['a boundary that AWS keeps', { permissionsBoundaryArn: 'arn:aws:iam::aws:policy/PowerUserAccess' }, []],
    [
      'a role as boundary',
      { permissionsBoundaryArn: 'arn:aws:iam::123456789012:role/x' },
      ['/permissionsBoundaryArn invalid-format'],
    ],
    ['a VPC of another account', { sharedVpc: { vpcOwnerCredentialId } }, []],
    [
      'a VPC of the same account as another',
      { sharedVpc: { vpcOwnerCredentialId: credentialId } },
      ['/sharedVpc/vpcOwnerCredentialId conflict'],
    ],
  ])('%s', (_, infrastructure, problems) => {
    expect(problemsOf(managedSpec(infrastructure))).toEqual(problems.map((problem) => `${base}${problem}`));
  });

  test('goes out by a proxy when the configuration names one', () => {
    const withProxy = (proxy: { httpProxy?: string; httpsProxy?: string }) =>
      problemsOf(managedSpec({ egress: 'proxy' }, {}, { configuration: { proxy } }));
    expect(withProxy({ httpsProxy: 'http://proxy.example.org:3128' })).toEqual([]);
    expect(withProxy({ httpProxy: 'http://proxy.example.org:3128' })).toEqual([]);
    expect(withProxy({})).toEqual([`${base}/egress required`]);
    expect(withProxy({ httpsProxy: '' })).toEqual([`${base}/egress required`]);
  });

  test('needs a credential for the account', () => {
    expect(problemsOf(managedSpec({}, { credentialId: undefined }))).toEqual([
      '/spec/platform/aws/credentialId required',
    ]);
  });

  test('makes the private zone, and looks the public one up', () => {
    const dns = { baseDomain: 'example.org', publicZoneId: 'Z0123456789ABCDEFGHIJ' };
    expect(problemsOf(managedSpec({}, {}, { dns }))).toEqual([]);
    expect(
      problemsOf(managedSpec({}, {}, { dns: { ...dns, privateZoneId: 'Z0123456789ABCDEFGHIJ' } })),
    ).toEqual(['/spec/dns/privateZoneId not-allowed']);
  });

  test('is not for machines with public addresses in a private cluster', () => {
    expect(problemsOf(managedSpec({ publicOnly: true }, { endpointAccess: 'private' }))).toEqual([
      `${base}/publicOnly conflict`,
    ]);
    expect(problemsOf(managedSpec({ publicOnly: true }, { endpointAccess: 'publicAndPrivate' }))).toEqual([]);
  });
});

describe('the range of the machines', () => {
  const found = (infrastructure: Partial<AwsManagedInfrastructure>, network: ClusterNetwork = {}) =>
    checkClusterNetworks(managedSpec(infrastructure, {}, { network }), [{ replicas: 1 }]).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );

  test.each<readonly [string, string, readonly string[]]>([
    ['10.0.0.0/16', 'free', []],
    ['10.132.0.0/16', 'that of the pods', ['overlap']],
    ['172.31.0.0/16', 'that of the services', ['overlap']],
    ['100.64.0.0/16', 'the join network', ['reserved-range']],
    ['172.17.0.0/16', 'the bridge of container engines', ['reserved-range']],
    ['172.20.0.0/16', 'where the address of the API server is', ['reserved-range']],
    ['10.0.0.1/16', 'no range', ['host-bits-set']],
    ['10.0.0/16', 'no range either', ['invalid-cidr']],
  ])('%s is %s: %j', (machineCidr, _, codes) => {
    expect(found({ machineCidr })).toEqual(codes.map((code) => `${base}/machineCidr ${code}`));
  });

  test('counts by default, and then the problem is with the range that the request names', () => {
    expect(found({}, { clusterCidrs: ['10.0.0.0/14'] })).toEqual(['/spec/network/clusterCidrs/0 overlap']);
  });

  test('is that of network.machineCidrs, or that is left out', () => {
    const problems = (machineCidrs: string[], machineCidr?: string) =>
      problemsOf(managedSpec({ machineCidr }, {}, { network: { machineCidrs } }));
    expect(problems([])).toEqual([]);
    expect(problems(['10.0.0.0/16'])).toEqual([]);
    expect(problems(['10.7.0.0/16'], '10.7.0.0/16')).toEqual([]);
    expect(problems(['10.7.0.0/16'])).toEqual(['/spec/network/machineCidrs conflict']);
    expect(problems(['10.0.0.0/16', '10.1.0.0/16'])).toEqual(['/spec/network/machineCidrs conflict']);
  });

  test('is for the user to say when the infrastructure exists', () => {
    expect(aws.machineRange?.(existingSpec())).toBeUndefined();
  });
});
