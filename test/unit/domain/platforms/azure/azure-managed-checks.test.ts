import { describe, expect, test } from 'vitest';
import { checkClusterSpec } from '../../../../../src/domain/cluster/admission-spec.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { checkAzureCluster } from '../../../../../src/domain/platforms/azure/check-cluster.ts';
import { privateLinkCidrOf, subnetCidrOf } from '../../../../../src/domain/platforms/azure/machine-range.ts';
import {
  azureSpec,
  brief,
  clientId,
  credentialId,
  existing,
  hsmUrl,
  keyUrl,
  managedSpec,
  subscription,
} from './azure-samples.ts';

const problemsOf = (spec: ClusterSpec): readonly string[] => brief(checkAzureCluster(spec));
const at = (text: string): string => `platform/azure/infrastructure/${text}`;
const { vnetId, subnetId, securityGroupId } = existing;
const network = { vnetId, subnetId, securityGroupId };

describe('infrastructure that Berth makes', () => {
  test.each([
    [managedSpec()],
    [managedSpec({ vnetCidr: '10.8.0.0/20', subnetCidr: '10.8.2.0/23' })],
    [managedSpec({ network, resourceGroup: 'payments' }, {}, { network: { machineCidrs: ['10.9.0.0/16'] } })],
    [managedSpec({}, { tags: { team: 'payments' } }, { network: { machineCidrs: ['10.0.0.0/16'] } })],
    [managedSpec({}, { endpointAccess: 'private' })],
  ])('is taken: %j', (spec) => {
    expect(problemsOf(spec)).toEqual([]);
  });

  test.each<[string, ClusterSpec, readonly string[]]>([
    [
      'no credential',
      azureSpec({ infrastructure: { mode: 'managed' } }),
      ['platform/azure/credentialId required'],
    ],
    ['a national cloud', managedSpec({}, { cloud: 'AzureChinaCloud' }), ['platform/azure/cloud not-allowed']],
    [
      'a network too narrow',
      managedSpec({ vnetCidr: '10.8.0.0/28' }),
      [at('vnetCidr out-of-range'), at('subnetCidr out-of-range')],
    ],
    ['a network of IPv6', managedSpec({ vnetCidr: 'fd00::/48' }), [at('vnetCidr out-of-range')]],
    ['a subnet elsewhere', managedSpec({ subnetCidr: '10.9.0.0/24' }), [at('subnetCidr conflict')]],
    [
      'a subnet wider than its network',
      managedSpec({ subnetCidr: '10.0.0.0/8' }),
      [at('subnetCidr conflict')],
    ],
    [
      'a subnet for two machines',
      managedSpec({ subnetCidr: '10.0.0.0/29' }),
      [at('subnetCidr out-of-range')],
    ],
    [
      'a subnet with host bits',
      managedSpec({ subnetCidr: '10.0.0.1/24' }),
      [at('subnetCidr invalid-format')],
    ],
    [
      'a subnet over that of the private link',
      managedSpec({ subnetCidr: '10.0.0.0/16' }, { endpointAccess: 'private' }),
      [at('subnetCidr conflict')],
    ],
    [
      'ranges for a network that is given',
      managedSpec({ network, vnetCidr: '10.8.0.0/16', subnetCidr: '10.8.0.0/24' }),
      [at('vnetCidr conflict'), at('subnetCidr conflict')],
    ],
    [
      'a subnet of another network',
      managedSpec({ network: { ...network, vnetId: `${vnetId}2` } }),
      [at('network/subnetId conflict')],
    ],
    [
      'other machine ranges',
      managedSpec({}, {}, { network: { machineCidrs: ['10.9.0.0/16'] } }),
      ['network/machineCidrs conflict'],
    ],
    [
      'a private zone',
      managedSpec(
        {},
        {},
        {
          dns: {
            baseDomain: 'example.org',
            privateZoneId: `${subscription}/resourceGroups/dns/providers/Microsoft.Network/privateDnsZones/z`,
          },
        },
      ),
      ['dns/privateZoneId not-allowed'],
    ],
    [
      'two ways to say the public zone',
      managedSpec(
        { dnsZoneResourceGroup: 'dns' },
        {},
        {
          dns: {
            baseDomain: 'example.org',
            publicZoneId: `${subscription}/resourceGroups/dns/providers/Microsoft.Network/dnszones/example.org`,
          },
        },
      ),
      [at('dnsZoneResourceGroup conflict')],
    ],
    [
      'a role for an identity that is not made',
      managedSpec({ roleDefinitionIds: { controlPlaneOperator: clientId(1) } }),
      [at('roleDefinitionIds/controlPlaneOperator conflict')],
    ],
    [
      'private access in a network of the user’s without a subnet for it',
      managedSpec({ network }, { endpointAccess: 'private' }),
      ['platform/azure/private required'],
    ],
    [
      'tags that are kept, or there twice',
      managedSpec({}, { tags: { 'berth-cluster': 'x', MicrosoftTeam: 'x', team: 'a', Team: 'b' } }),
      [
        'platform/azure/tags/berth-cluster not-allowed',
        'platform/azure/tags/MicrosoftTeam not-allowed',
        'platform/azure/tags/Team duplicate',
      ],
    ],
    [
      'too many tags',
      managedSpec({}, { tags: Object.fromEntries(Array.from({ length: 46 }, (_, i) => [`t${i}`, 'x'])) }),
      ['platform/azure/tags out-of-range'],
    ],
  ])('is refused with %s', (_name, spec, expected) => {
    expect(problemsOf(spec)).toEqual(expected);
  });

  test('counts its network among the ranges of the cluster', () => {
    const spec = managedSpec({ vnetCidr: '10.128.0.0/9' });
    expect(brief(checkClusterSpec(spec, [], 'payments'))).toContain(`${at('vnetCidr')} overlap`);
  });

  test('cannot give rights in a managed HSM', () => {
    const encryption = { type: 'kms' as const, azure: { keyUrl: hsmUrl } };
    const more = { version: '4.22.1', encryption };
    expect(problemsOf(managedSpec({}, {}, more))).toEqual(['encryption/azure/assignRole required']);
    const byUser = { ...encryption, azure: { keyUrl: hsmUrl, assignRole: false } };
    expect(problemsOf(managedSpec({}, {}, { ...more, encryption: byUser }))).toEqual([]);
    const inVault = { ...encryption, azure: { keyUrl } };
    expect(problemsOf(managedSpec({}, {}, { encryption: inVault }))).toEqual([]);
  });
});

describe('addresses that nobody said', () => {
  test.each([
    [undefined, '10.0.0.0/24', '10.0.255.0/24'],
    ['192.168.0.0/20', '192.168.0.0/24', '192.168.15.0/24'],
    ['192.168.7.0/24', '192.168.7.0/24', '192.168.7.192/26'],
    ['192.168.7.0/26', '192.168.7.0/26', '192.168.7.48/28'],
  ])('of the network %s are %s for machines and %s for the private link', (vnetCidr, subnet, link) => {
    const infrastructure = { mode: 'managed' as const, ...(vnetCidr === undefined ? {} : { vnetCidr }) };
    expect(subnetCidrOf(infrastructure)).toBe(subnet);
    expect(privateLinkCidrOf(infrastructure)).toBe(link);
  });
});

test('the credential opens the account, and none is needed for what exists', () => {
  expect(managedSpec().platform).toMatchObject({ azure: { credentialId } });
  expect(problemsOf(azureSpec())).toEqual([]);
});
