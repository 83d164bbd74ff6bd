import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { checkAzureCluster } from '../../../../../src/domain/platforms/azure/check-cluster.ts';
import { platformOf } from '../../../../../src/domain/platforms/platforms.ts';
import {
  azureSpec,
  brief,
  clientId,
  existing,
  existingSpec,
  hsmUrl,
  keyUrl,
  managedIdentities,
  subscription,
} from './azure-samples.ts';

const problemsOf = (spec: ClusterSpec): readonly string[] => brief(checkAzureCluster(spec));

const at = (text: string): string => `platform/azure/infrastructure/${text}`;
const { workloadIdentities: workload, ...withoutIdentities } = existing;
const byVault = { infrastructure: { ...withoutIdentities, managedIdentities } };
const elsewhere = subscription.replace('0b1f', '1111');

describe('infrastructure that exists', () => {
  test('is taken as it is', () => {
    expect(checkAzureCluster(azureSpec())).toEqual([]);
    expect(checkAzureCluster(azureSpec(byVault))).toEqual([]);
  });

  test.each<[string, ClusterSpec, readonly string[]]>([
    [
      'a subnet of another network',
      existingSpec({ subnetId: existing.subnetId.replace('Networks/payments', 'Networks/other') }),
      [at('subnetId conflict')],
    ],
    [
      'a network of another subscription',
      existingSpec({
        vnetId: existing.vnetId.replace(subscription, elsewhere),
        subnetId: existing.subnetId.replace(subscription, elsewhere),
      }),
      [at('vnetId conflict')],
    ],
    [
      'a security group of another subscription',
      existingSpec({ securityGroupId: existing.securityGroupId.replace(subscription, elsewhere) }),
      [at('securityGroupId conflict')],
    ],
    ['no identities', azureSpec({ infrastructure: withoutIdentities }), [at('workloadIdentities required')]],
    ['identities of both kinds', existingSpec({ managedIdentities }), [at('managedIdentities conflict')]],
    [
      'one identity for two operators',
      existingSpec({ workloadIdentities: { ...workload!, disk: clientId(3), file: clientId(3) } }),
      [at('workloadIdentities/file duplicate')],
    ],
    [
      'an issuer that is longer than the CRD takes',
      existingSpec({ issuerUrl: `https://oidc.example.org/${'a'.repeat(231)}` }),
      [at('issuerUrl invalid-format')],
    ],
    [
      'an issuer with a query',
      existingSpec({ issuerUrl: 'https://oidc.example.org/payments?x=1' }),
      [at('issuerUrl invalid-format')],
    ],
    [
      'identities without issuer and key',
      existingSpec({ issuerUrl: '', serviceAccountSigningKeyCredentialId: '' }),
      [at('issuerUrl required'), at('serviceAccountSigningKeyCredentialId required')],
    ],
    ['a prefix in capitals', existingSpec({ infraId: 'Payments' }), [at('infraId invalid-format')]],
    ['tags for nothing', azureSpec({ tags: { team: 'x' } }), ['platform/azure/tags not-allowed']],
    [
      'a registry identity of another subscription',
      azureSpec({
        registryIdentityId: `${elsewhere}/resourceGroups/p/providers/Microsoft.ManagedIdentity/userAssignedIdentities/puller`,
      }),
      ['platform/azure/registryIdentityId conflict'],
    ],
  ])('refuses %s', (_name, spec, expected) => {
    expect(problemsOf(spec)).toEqual(expected);
  });

  test('ids are the same in any case', () => {
    expect(problemsOf(existingSpec({ subnetId: existing.subnetId.toUpperCase() }))).toEqual([]);
  });

  test('managed identities have no balancer for OAuth, and one for the registry unless it is disabled', () => {
    expect(problemsOf(azureSpec({ ...byVault, oauthPublishing: 'loadBalancer' }))).toEqual([
      'platform/azure/oauthPublishing not-allowed',
    ]);
    const { imageRegistry: _none, ...controlPlane } = managedIdentities.controlPlane;
    const infrastructure = {
      ...withoutIdentities,
      managedIdentities: { ...managedIdentities, controlPlane },
    };
    expect(problemsOf(azureSpec({ infrastructure }))).toEqual([
      at('managedIdentities/controlPlane/imageRegistry required'),
    ]);
    const disabled = { capabilities: { disabled: ['ImageRegistry'] } };
    expect(problemsOf(azureSpec({ infrastructure }, disabled))).toEqual([]);
  });

  test('a signing key of managed identities needs its issuer', () => {
    const { issuerUrl: _none, ...rest } = { ...withoutIdentities, managedIdentities };
    expect(problemsOf(azureSpec({ infrastructure: rest }))).toEqual([at('issuerUrl required')]);
  });
});

describe('private access', () => {
  const cpo = { workloadIdentities: { ...workload!, controlPlaneOperator: clientId(9) } };
  const natSubnetId = `${elsewhere}/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub/subnets/nat`;

  test('needs the identity of the control plane operator, and a subnet or further subscriptions', () => {
    expect(problemsOf(azureSpec({ endpointAccess: 'private' }))).toEqual([
      at('workloadIdentities/controlPlaneOperator required'),
      'platform/azure/private required',
    ]);
  });

  test.each([[{ natSubnetId }], [{ additionalAllowedSubscriptions: [clientId(1)] }]])(
    'is taken with %j, also of another subscription',
    (privateLink) => {
      expect(
        problemsOf(existingSpec(cpo, { endpointAccess: 'publicAndPrivate', private: privateLink })),
      ).toEqual([]);
    },
  );

  test('names a subscription once', () => {
    const twice = { additionalAllowedSubscriptions: [clientId(1), clientId(1)] };
    expect(problemsOf(existingSpec(cpo, { endpointAccess: 'private', private: twice }))).toEqual([
      'platform/azure/private/additionalAllowedSubscriptions/1 duplicate',
    ]);
  });

  test('has no private link while access is public', () => {
    expect(problemsOf(azureSpec({ private: { natSubnetId } }))).toEqual(['platform/azure/private conflict']);
  });
});

describe('keys', () => {
  const withKey = (url: string, more: Partial<ClusterSpec> = {}) => ({
    encryption: { type: 'kms' as const, azure: { keyUrl: url } },
    ...more,
  });
  const kms = { workloadIdentities: { ...workload!, kms: clientId(8) } };

  test('need the identity of the key service', () => {
    expect(problemsOf(azureSpec({}, withKey(keyUrl)))).toEqual([at('workloadIdentities/kms required')]);
    expect(problemsOf(existingSpec(kms, {}, withKey(keyUrl)))).toEqual([]);
    expect(problemsOf(azureSpec(byVault, withKey(keyUrl)))).toEqual([
      at('managedIdentities/controlPlane/kms required'),
    ]);
  });

  test.each([
    ['4.21.9', ['encryption/azure/keyUrl conflict']],
    ['4.22.0', []],
    [{ channel: 'stable-4.21' }, ['encryption/azure/keyUrl conflict']],
    [{ channel: 'stable' }, []],
  ])('in a managed HSM need a control plane of 4.22: %j', (version, expected) => {
    expect(problemsOf(existingSpec(kms, {}, withKey(hsmUrl, { version })))).toEqual(expected);
  });

  test('are a version of a key', () => {
    expect(problemsOf(existingSpec(kms, {}, withKey('https://payments.vault.azure.net/keys/etcd')))).toEqual([
      'encryption/azure/keyUrl invalid-format',
    ]);
  });

  test('of an identity that exists are not Berth’s to grant', () => {
    const encryption = { type: 'kms' as const, azure: { keyUrl, assignRole: true } };
    expect(problemsOf(existingSpec(kms, {}, { encryption }))).toEqual([
      'encryption/azure/assignRole not-allowed',
    ]);
  });
});

describe('names', () => {
  const zone = `${subscription}/resourceGroups/dns/providers/Microsoft.Network`;

  test.each<[string, Partial<ClusterSpec>, readonly string[]]>([
    ['no base domain', { dns: {} }, ['dns/baseDomain required']],
    [
      'zones by name',
      { dns: { baseDomain: 'example.org', publicZoneId: 'example.org', privateZoneId: 'Z1' } },
      ['dns/publicZoneId invalid-format', 'dns/privateZoneId invalid-format'],
    ],
    [
      'zones of the other kind',
      {
        dns: {
          baseDomain: 'example.org',
          publicZoneId: `${zone}/privateDnsZones/example.org`,
          privateZoneId: `${zone}/dnszones/example.org`,
        },
      },
      ['dns/publicZoneId invalid-format', 'dns/privateZoneId invalid-format'],
    ],
    [
      'external names in the base domain',
      { publishing: { externalDnsDomain: 'Example.org' } },
      ['publishing/externalDnsDomain conflict'],
    ],
    [
      'external names above the base domain',
      { dns: { baseDomain: 'eu.example.org' }, publishing: { externalDnsDomain: 'example.org' } },
      ['publishing/externalDnsDomain conflict'],
    ],
    [
      'external names in the domain of the cluster',
      {
        dns: { baseDomain: 'example.org', domainPrefix: 'payments' },
        publishing: { externalDnsDomain: 'payments.example.org' },
      },
      ['publishing/externalDnsDomain conflict'],
    ],
  ])('refuses %s', (_name, more, expected) => {
    expect(problemsOf(azureSpec({}, more))).toEqual(expected);
  });

  test('takes zones by their ids and a domain beside', () => {
    const dns = {
      baseDomain: 'example.org',
      domainPrefix: 'payments',
      publicZoneId: `${zone}/dnszones/example.org`,
      privateZoneId: `${zone}/privateDnsZones/payments.example.org`,
    };
    const publishing = { externalDnsDomain: 'clusters.example.org' };
    expect(platformOf('azure').checkCluster(azureSpec({}, { dns, publishing }))).toEqual([]);
  });
});
