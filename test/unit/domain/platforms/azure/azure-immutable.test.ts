import { describe, expect, test } from 'vitest';
import { checkImmutableClusterFields } from '../../../../../src/domain/cluster/admission-immutable.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type {
  AzureExistingInfrastructure,
  AzureManagedInfrastructure,
  AzurePlatform,
} from '../../../../../src/domain/platforms/azure/azure-spec.ts';
import {
  azureSpec,
  clientId,
  credentialId,
  existing,
  existingSpec,
  hsmUrl,
  keyUrl,
  managedIdentities,
  managedSpec,
  subscription,
} from './azure-samples.ts';

const touched = (before: ClusterSpec, after: ClusterSpec): string[] =>
  checkImmutableClusterFields(
    { spec: before, domainPrefix: 'payments', infraId: 'payments-x7k2b' },
    after,
  ).map(({ pointer }) => pointer.replace('/spec/', '').replace('platform/azure/', ''));

const networkThing = (type: string, name: string): string =>
  `${subscription}/resourceGroups/net/providers/Microsoft.Network/${type}/${name}`;
const subnetId = `${networkThing('virtualNetworks', 'v')}/subnets/s`;

describe('a cluster on infrastructure that exists', () => {
  test.each<readonly [string, Partial<AzureExistingInfrastructure>, Partial<AzurePlatform>]>([
    ['tags', {}, { tags: { team: 'a' } }],
    ['a credential', {}, { credentialId }],
    ['the cloud that is the default', {}, { cloud: 'AzurePublicCloud' }],
    ['the access that is the default', {}, { endpointAccess: 'public', oauthPublishing: 'route' }],
    ['the image of new pools', { bootImageId: networkThing('images', 'rhcos') }, {}],
    ['the infraId that it has', { infraId: 'payments-x7k2b' }, {}],
    [
      'an identity',
      { workloadIdentities: { ...existing.workloadIdentities, disk: clientId(7) } as never },
      {},
    ],
  ])('may change %s', (_, infrastructure, azure) => {
    expect(touched(azureSpec(), existingSpec(infrastructure, azure))).toEqual([]);
  });

  test.each<readonly [string, Partial<AzureExistingInfrastructure>, Partial<AzurePlatform>]>([
    ['subscriptionId', {}, { subscriptionId: clientId(9) }],
    ['tenantId', {}, { tenantId: clientId(9) }],
    ['location', {}, { location: 'northeurope' }],
    ['cloud', {}, { cloud: 'AzureUSGovernmentCloud' }],
    ['endpointAccess', {}, { endpointAccess: 'publicAndPrivate' }],
    ['oauthPublishing', {}, { oauthPublishing: 'loadBalancer' }],
    ['infrastructure/infraId', { infraId: 'other' }, {}],
    ['infrastructure/resourceGroup', { resourceGroup: 'other' }, {}],
    ['infrastructure/vnetId', { vnetId: networkThing('virtualNetworks', 'other') }, {}],
    ['infrastructure/subnetId', { subnetId }, {}],
    ['infrastructure/securityGroupId', { securityGroupId: networkThing('networkSecurityGroups', 'x') }, {}],
    ['infrastructure/issuerUrl', { issuerUrl: 'https://other.example.org' }, {}],
  ])('may not change %s', (field, infrastructure, azure) => {
    expect(touched(azureSpec(), existingSpec(infrastructure, azure))).toEqual([field]);
  });

  test('may not let its operators in by another kind of identity', () => {
    const { workloadIdentities: _, ...rest } = existing;
    const managed = azureSpec({ infrastructure: { ...rest, managedIdentities } });
    expect(touched(azureSpec(), managed)).toContain('infrastructure/managedIdentities');
  });

  test('may become private when it is half private, and get a subnet for links then and not another', () => {
    const natSubnetId = subnetId;
    const publishing = { publishing: { strategy: 'loadBalancer' } } as const;
    const half = azureSpec({ endpointAccess: 'publicAndPrivate' }, publishing);
    const privately = { endpointAccess: 'private', private: { natSubnetId } } as const;
    const whole = azureSpec(privately, publishing);
    expect(touched(half, whole)).toEqual([]);
    // The address of the API server stays what it is: a private cluster has another by default.
    expect(touched(half, azureSpec(privately))).toEqual(['publishing/strategy']);
    expect(touched(whole, half)).toEqual(['private/natSubnetId']);
    const elsewhere = { endpointAccess: 'private', private: { natSubnetId: `${natSubnetId}2` } } as const;
    expect(touched(whole, azureSpec(elsewhere, publishing))).toEqual(['private/natSubnetId']);
  });

  test('may not be handed over to Berth', () => {
    expect(touched(azureSpec(), managedSpec())).toContain('infrastructure/mode');
    expect(touched(managedSpec(), azureSpec())).toContain('infrastructure/mode');
  });

  test('may use another key, of the same kind of store', () => {
    const withKey = (url: string) => azureSpec({}, { encryption: { type: 'kms', azure: { keyUrl: url } } });
    expect(touched(withKey(keyUrl), withKey(keyUrl.replace('payments', 'other')))).toEqual([]);
    expect(touched(withKey(keyUrl), withKey(hsmUrl))).toEqual(['encryption/azure/keyUrl']);
  });
});

describe('a cluster on infrastructure that Berth made', () => {
  test('may say what is the default', () => {
    const said = managedSpec({ vnetCidr: '10.0.0.0/16', subnetCidr: '10.0.0.0/24', resourceGroup: '' });
    expect(touched(managedSpec(), said)).toEqual([]);
  });

  test('may get another role of the user’s', () => {
    expect(
      touched(managedSpec(), managedSpec({ roleDefinitionIds: { nodePoolManagement: clientId(1) } })),
    ).toEqual([]);
  });

  test.each<readonly [string, Partial<AzureManagedInfrastructure>]>([
    ['vnetCidr', { vnetCidr: '10.0.0.0/15' }],
    ['subnetCidr', { subnetCidr: '10.0.1.0/24' }],
    ['resourceGroup', { resourceGroup: 'theirs' }],
    ['dnsZoneResourceGroup', { dnsZoneResourceGroup: 'dns' }],
    [
      'network',
      {
        network: {
          vnetId: networkThing('virtualNetworks', 'v'),
          subnetId,
          securityGroupId: networkThing('networkSecurityGroups', 'n'),
        },
      },
    ],
  ])('may not change %s', (field, infrastructure) => {
    expect(touched(managedSpec(), managedSpec(infrastructure))).toEqual([`infrastructure/${field}`]);
  });
});
