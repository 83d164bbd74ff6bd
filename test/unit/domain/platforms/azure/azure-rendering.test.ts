import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { platformOf } from '../../../../../src/domain/platforms/platforms.ts';
import type { JsonObject } from '../../../../../src/domain/shared/json.ts';
import { clusterOf, findObject, hostedClusterSpec, render } from '../../manifests/samples.ts';
import {
  azureSpec,
  clientId,
  existing,
  existingSpec,
  hsmUrl,
  keyUrl,
  managedIdentities,
  managedSpec,
  subscription,
} from './azure-samples.ts';

const { workloadIdentities: workload, ...withoutIdentities } = existing;

const azureOf = (spec: ClusterSpec): JsonObject => {
  const { platform } = hostedClusterSpec(spec);
  expect(platform).toMatchObject({ type: 'Azure' });
  return (platform as JsonObject)['azure'] as JsonObject;
};

const servicesOf = (spec: ClusterSpec) =>
  (hostedClusterSpec(spec)['services'] as readonly JsonObject[]).map(
    ({ service, servicePublishingStrategy: strategy }) => {
      const { type, route, loadBalancer } = strategy as JsonObject;
      const name = ((route ?? loadBalancer) as JsonObject | undefined)?.['hostname'];
      return [service, type, ...(name === undefined ? [] : [name])].join(' ');
    },
  );

const identities = {
  cloudProvider: { clientID: clientId(1) },
  disk: { clientID: clientId(2) },
  file: { clientID: clientId(3) },
  imageRegistry: { clientID: clientId(4) },
  ingress: { clientID: clientId(5) },
  network: { clientID: clientId(6) },
  nodePoolManagement: { clientID: clientId(7) },
};

describe('the HostedCluster', () => {
  test('refers to network and workload identities that exist', () => {
    expect(azureOf(azureSpec())).toEqual({
      subscriptionID: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
      tenantID: '7b1f6471-1bf0-4dda-aec3-cb9272f09590',
      location: 'westeurope',
      resourceGroup: 'payments',
      vnetID: existing.vnetId,
      subnetID: existing.subnetId,
      securityGroupID: existing.securityGroupId,
      topology: 'Public',
      azureAuthenticationConfig: {
        azureAuthenticationConfigType: 'WorkloadIdentities',
        workloadIdentities: identities,
      },
    });
    expect(hostedClusterSpec(azureSpec())).toMatchObject({
      issuerURL: 'https://oidc.example.org/payments',
      serviceAccountSigningKey: { name: 'paymentssa-token-issuer-key' },
    });
  });

  test('refers to managed identities with what the vault knows of them', () => {
    const block = azureOf(azureSpec({ infrastructure: { ...withoutIdentities, managedIdentities } }));
    expect(block).not.toHaveProperty('topology');
    expect(block['azureAuthenticationConfig']).toMatchObject({
      azureAuthenticationConfigType: 'ManagedIdentities',
      managedIdentities: {
        controlPlane: {
          managedIdentitiesKeyVault: { name: 'identities', tenantID: clientId(1) },
          disk: { credentialsSecretName: 'disk', objectEncoding: 'utf-8' },
          controlPlaneOperator: {
            clientID: clientId(2),
            credentialsSecretName: 'cpo',
            objectEncoding: 'base64',
          },
        },
        dataPlane: {
          imageRegistryMSIClientID: clientId(3),
          diskMSIClientID: clientId(4),
          fileMSIClientID: clientId(5),
        },
      },
    });
  });

  test('is private by a private link', () => {
    const natSubnetId = `${existing.vnetId}/subnets/nat`;
    const spec = existingSpec(
      { workloadIdentities: { ...workload!, controlPlaneOperator: clientId(9) } },
      {
        endpointAccess: 'publicAndPrivate',
        private: { natSubnetId, additionalAllowedSubscriptions: [clientId(8)] },
        registryIdentityId: `${subscription}/puller`,
      },
    );
    expect(azureOf(spec)).toMatchObject({
      topology: 'PublicAndPrivate',
      private: {
        type: 'PrivateLink',
        privateLink: { natSubnetID: natSubnetId, additionalAllowedSubscriptions: [clientId(8)] },
      },
      containerRegistry: {
        credentials: { type: 'ManagedIdentity', managedIdentity: { resourceID: `${subscription}/puller` } },
      },
      azureAuthenticationConfig: {
        workloadIdentities: { ...identities, controlPlaneOperator: { clientID: clientId(9) } },
      },
    });
  });

  test('refers to what Berth made', () => {
    const group = `${subscription}/resourceGroups/berth-b2c3d4e5f6g7h/providers/Microsoft.Network`;
    const client = { clientID: clientId(1) };
    expect(azureOf(managedSpec({}, { endpointAccess: 'private' }))).toMatchObject({
      resourceGroup: 'berth-b2c3d4e5f6g7h',
      vnetID: `${group}/virtualNetworks/b2c3d4e5f6g7h`,
      subnetID: `${group}/virtualNetworks/b2c3d4e5f6g7h/subnets/default`,
      securityGroupID: `${group}/networkSecurityGroups/b2c3d4e5f6g7h-nsg`,
      topology: 'Private',
      private: {
        privateLink: { natSubnetID: `${group}/virtualNetworks/b2c3d4e5f6g7h/subnets/private-link` },
      },
      azureAuthenticationConfig: { workloadIdentities: { disk: client, controlPlaneOperator: client } },
    });
    expect(hostedClusterSpec(managedSpec())).toMatchObject({
      issuerURL: 'https://oidc.example.org/payments',
      networking: { machineNetwork: [{ cidr: '10.0.0.0/16' }] },
      dns: {
        baseDomain: 'example.org',
        publicZoneID: 'id-of-zone/public',
        privateZoneID: `${group}/privateDnsZones/payments.example.org`,
      },
    });
  });

  test('leaves the machine ranges of a network of the user’s to the spec', () => {
    const { vnetId, subnetId, securityGroupId } = existing;
    const spec = managedSpec(
      { network: { vnetId, subnetId, securityGroupId }, resourceGroup: 'theirs' },
      {},
      {
        network: { machineCidrs: ['10.9.0.0/16'] },
      },
    );
    expect(azureOf(spec)).toMatchObject({ resourceGroup: 'theirs', vnetID: vnetId, subnetID: subnetId });
    expect(hostedClusterSpec(spec)).toMatchObject({
      networking: { machineNetwork: [{ cidr: '10.9.0.0/16' }] },
    });
  });
});

describe('keys of a vault', () => {
  const encryptionOf = (spec: ClusterSpec) => hostedClusterSpec(spec)['secretEncryption'];
  const activeKey = { keyVaultName: 'payments', keyName: 'etcd', keyVersion: '0123456789abcdef' };

  test('are reached by a workload identity', () => {
    const encryption = { type: 'kms' as const, azure: { keyUrl, access: 'private' as const } };
    const spec = existingSpec({ workloadIdentities: { ...workload!, kms: clientId(8) } }, {}, { encryption });
    expect(encryptionOf(spec)).toEqual({
      type: 'kms',
      kms: {
        provider: 'Azure',
        azure: { activeKey, keyVaultAccess: 'Private', workloadIdentity: { clientID: clientId(8) } },
      },
    });
    expect(azureOf(spec)['azureAuthenticationConfig']).toEqual({
      azureAuthenticationConfigType: 'WorkloadIdentities',
      workloadIdentities: identities,
    });
  });

  test('in a managed HSM are reached by a managed identity', () => {
    const controlPlane = { ...managedIdentities.controlPlane, kms: { secretName: 'kms' } };
    const infrastructure = {
      ...withoutIdentities,
      managedIdentities: { ...managedIdentities, controlPlane },
    };
    const encryption = { type: 'kms' as const, azure: { keyUrl: hsmUrl } };
    const spec = azureSpec({ infrastructure }, { encryption });
    expect(encryptionOf(spec)).toEqual({
      type: 'kms',
      kms: {
        provider: 'Azure',
        azure: {
          activeKey,
          keyVaultType: 'ManagedHSM',
          kms: { credentialsSecretName: 'kms', objectEncoding: 'utf-8' },
        },
      },
    });
    expect(JSON.stringify(azureOf(spec))).not.toContain('"kms"');
  });
});

describe('services', () => {
  const external = { publishing: { externalDnsDomain: 'clusters.example.net' } };
  const cpo = { workloadIdentities: { ...workload!, controlPlaneOperator: clientId(9) } };
  const link = { additionalAllowedSubscriptions: [clientId(8)] };
  const isPrivate = (endpointAccess: 'private' | 'publicAndPrivate') => ({ endpointAccess, private: link });

  test.each<[string, ClusterSpec, readonly string[]]>([
    [
      'public',
      azureSpec(),
      ['APIServer LoadBalancer', 'Ignition Route', 'Konnectivity Route', 'OAuthServer Route'],
    ],
    [
      'public with names',
      azureSpec({}, external),
      [
        'APIServer Route api-payments.clusters.example.net',
        'Ignition Route ignition-payments.clusters.example.net',
        'Konnectivity Route konnectivity-payments.clusters.example.net',
        'OAuthServer Route oauth-payments.clusters.example.net',
      ],
    ],
    [
      'public and private',
      existingSpec(cpo, isPrivate('publicAndPrivate')),
      ['APIServer LoadBalancer', 'Ignition Route', 'Konnectivity Route', 'OAuthServer Route'],
    ],
    [
      'private',
      existingSpec(cpo, isPrivate('private')),
      ['APIServer Route', 'Ignition Route', 'Konnectivity Route', 'OAuthServer Route'],
    ],
    [
      'private with names',
      existingSpec(cpo, isPrivate('private'), external),
      [
        'APIServer Route api-payments.clusters.example.net',
        'Ignition Route',
        'Konnectivity Route',
        'OAuthServer Route oauth-payments.clusters.example.net',
      ],
    ],
    [
      'with OAuth on a balancer of its own',
      azureSpec({ oauthPublishing: 'loadBalancer' }),
      ['APIServer LoadBalancer', 'Ignition Route', 'Konnectivity Route', 'OAuthServer LoadBalancer'],
    ],
    [
      'with OAuth on a balancer with a name',
      azureSpec({ oauthPublishing: 'loadBalancer' }, external),
      [
        'APIServer Route api-payments.clusters.example.net',
        'Ignition Route ignition-payments.clusters.example.net',
        'Konnectivity Route konnectivity-payments.clusters.example.net',
        'OAuthServer LoadBalancer oauth-payments.clusters.example.net',
      ],
    ],
  ])('are published: %s', (_name, spec, expected) => {
    expect(platformOf('azure').checkCluster(spec)).toEqual([]);
    expect(servicesOf(spec)).toEqual(expected);
  });
});

test('the Secrets say where the cluster is, and hold the key of the issuer', () => {
  const objects = render(clusterOf(azureSpec()));
  const decode = (text: unknown) => Buffer.from(String(text), 'base64').toString();
  const place = findObject(objects, 'Secret', 'payments-cloud-credentials')['data'] as JsonObject;
  expect(Object.entries(place).map(([key, value]) => [key, decode(value)])).toEqual([
    ['AZURE_SUBSCRIPTION_ID', '0b1f6471-1bf0-4dda-aec3-cb9272f09590'],
    ['AZURE_TENANT_ID', '7b1f6471-1bf0-4dda-aec3-cb9272f09590'],
  ]);
  const key = findObject(objects, 'Secret', 'paymentssa-token-issuer-key')['data'] as JsonObject;
  expect(decode(key['key'])).toBe('value of cr_01jc8vr3n2e9qsyw6x5m7t4kzd');
});
