import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { azureExamples } from '../../../../../src/domain/platforms/azure/azure-examples.ts';
import type {
  azureNodePoolFields,
  azureRootVolumeFields,
} from '../../../../../src/domain/platforms/azure/azure-node-pool-schema.ts';
import {
  azureEncryptionSchema,
  azureSchema,
} from '../../../../../src/domain/platforms/azure/azure-schema.ts';
import type {
  AzureEncryption,
  AzureNodePool,
  AzurePlatform,
  AzureRootVolume,
} from '../../../../../src/domain/platforms/azure/azure-spec.ts';
import type { ValueOf } from '../../../../../src/domain/shared/schema.ts';
import { clientId, existing, keyUrl, managedIdentities, subscription } from './azure-samples.ts';

type Fields<F> = { readonly [Name in keyof F]?: ValueOf<F[Name]> };

test('the types and the schemas speak of the same values', () => {
  expectTypeOf<AzurePlatform>().toExtend<ValueOf<typeof azureSchema>>();
  expectTypeOf<ValueOf<typeof azureSchema>>().toExtend<AzurePlatform>();
  expectTypeOf<AzureNodePool>().toExtend<Fields<typeof azureNodePoolFields>>();
  expectTypeOf<Fields<typeof azureNodePoolFields>>().toExtend<AzureNodePool>();
  expectTypeOf<AzureRootVolume>().toExtend<Fields<typeof azureRootVolumeFields>>();
  expectTypeOf<Fields<typeof azureRootVolumeFields>>().toExtend<AzureRootVolume>();
  expectTypeOf<AzureEncryption>().toExtend<ValueOf<typeof azureEncryptionSchema>>();
  expectTypeOf<ValueOf<typeof azureEncryptionSchema>>().toExtend<AzureEncryption>();
});

const ajv = new Ajv2020({ strict: false, discriminator: true });
const isValid = (value: unknown): boolean => ajv.validate(azureSchema, value);
const { infrastructure: _existing, ...place } = azureExamples.cluster;
const managed = (more: object = {}) => ({ ...place, infrastructure: { mode: 'managed', ...more } });

describe('the schema', () => {
  const { workloadIdentities: _workload, ...withoutIdentities } = existing;

  test.each([
    [azureExamples.cluster],
    [managed()],
    [managed({ vnetCidr: '10.8.0.0/16', subnetCidr: '10.8.4.0/22', dnsZoneResourceGroup: 'dns' })],
    [
      managed({
        resourceGroup: 'payments',
        network: {
          vnetId: existing.vnetId,
          subnetId: existing.subnetId,
          securityGroupId: existing.securityGroupId,
        },
        roleDefinitionIds: { nodePoolManagement: clientId(1) },
      }),
    ],
    [{ ...place, infrastructure: { ...withoutIdentities, managedIdentities } }],
    [
      {
        ...azureExamples.cluster,
        endpointAccess: 'private',
        private: { additionalAllowedSubscriptions: [clientId(1)] },
        oauthPublishing: 'loadBalancer',
        cloud: 'AzureUSGovernmentCloud',
        tags: { team: 'a b' },
      },
    ],
  ])('takes %j', (value) => {
    expect(isValid(value)).toBe(true);
  });

  test.each([
    ['no infrastructure', place],
    ['a mode of nobody', { ...place, infrastructure: { mode: 'rented' } }],
    ['ids with managed', managed({ vnetId: existing.vnetId })],
    ['a location in words', { ...azureExamples.cluster, location: 'West Europe' }],
    ['a name for a subscription', { ...azureExamples.cluster, subscriptionId: 'payments' }],
    ['a group that ends in a dot', managed({ resourceGroup: 'payments.' })],
    [
      'a name for a network',
      { ...azureExamples.cluster, infrastructure: { ...existing, vnetId: 'payments' } },
    ],
    [
      'a subnet whose name ends in a hyphen',
      {
        ...azureExamples.cluster,
        infrastructure: { ...existing, subnetId: `${existing.vnetId}/subnets/a-` },
      },
    ],
    ['an access of nobody', { ...azureExamples.cluster, endpointAccess: 'secret' }],
    ['a tag with a slash', { ...azureExamples.cluster, tags: { 'a/b': 'c' } }],
    ['an identity in a registry', { ...azureExamples.cluster, registryIdentityId: `${subscription}/x` }],
  ])('refuses %s', (_name, value) => {
    expect(isValid(value)).toBe(false);
  });

  test.each([
    [keyUrl, true],
    ['https://payments.vault.usgovcloudapi.net/keys/etcd/1', true],
    ['https://hsm.managedhsm.azure.cn/keys/etcd/1', true],
    ['https://payments.vault.azure.net/keys/etcd', false],
    ['http://payments.vault.azure.net/keys/etcd/1', false],
    ['https://payments.vault.example.org/keys/etcd/1', false],
    ['https://payments.vault.azure.net/secrets/etcd/1', false],
  ])('of the key %s says %s', (url, isKey) => {
    expect(ajv.validate(azureEncryptionSchema, { keyUrl: url })).toBe(isKey);
  });
});
