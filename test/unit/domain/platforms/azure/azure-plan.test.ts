import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import {
  azureIdentityTable,
  subjectsOf,
} from '../../../../../src/domain/platforms/azure/plan/azure-identity-table.ts';
import { azureManaged } from '../../../../../src/domain/platforms/azure/plan/azure-plan.ts';
import { azureSpec, hsmUrl, keyUrl, managedRequest, managedSpec, subscription } from './azure-samples.ts';

const group = `${subscription}/resourceGroups/berth-b2c3d4e5f6g7h`;
const theirs = `${subscription}/resourceGroups/theirs`;
const network = {
  vnetId: `${subscription}/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v`,
  subnetId: `${subscription}/resourceGroups/net/providers/Microsoft.Network/virtualNetworks/v/subnets/s`,
  securityGroupId: `${subscription}/resourceGroups/sec/providers/Microsoft.Network/networkSecurityGroups/n`,
};
const withKey = (url: string, assignRole?: boolean): ClusterSpec =>
  managedSpec(
    {},
    {},
    {
      encryption: {
        type: 'kms',
        azure: { keyUrl: url, ...(assignRole === undefined ? {} : { assignRole }) },
      },
    },
  );

const planOf = (spec = managedSpec()) => azureManaged.plan(managedRequest(spec));
const idsOf = (spec?: ClusterSpec) => planOf(spec).map(({ id }) => id);
const stepOf = (id: string, spec?: ClusterSpec) => planOf(spec).find((step) => step.id === id);
const rolesOf = (spec: ClusterSpec): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    planOf(spec)
      .filter(({ type }) => type === 'roleAssignment')
      .map(({ id, input }) => [id.replace('role/', ''), input['scope'] ?? input['scopeStep']]),
  );

describe('the plan', () => {
  test('has what the command line of HyperShift makes, and the record that the cluster makes', () => {
    expect(planOf().map(({ id, role = 'own' }) => `${role} ${id}`)).toEqual([
      'own resourceGroup',
      'found zone/public',
      'own securityGroup',
      'own vnet',
      'own zone/private',
      'own zone/private/link',
      'own publicIp',
      'own loadBalancer',
      ...['disk', 'file'].flatMap((suffix) => [
        `own identity/${suffix}`,
        `found clientId/${suffix}`,
        ...[0, 1, 2].map((index) => `own federated/${suffix}/${index}`),
        `own role/${suffix}/group`,
        ...(suffix === 'file' ? [] : []),
      ]),
      'own identity/image-registry',
      'found clientId/image-registry',
      'own federated/image-registry/0',
      'own federated/image-registry/1',
      'own role/image-registry/group',
      'own identity/ingress',
      'found clientId/ingress',
      'own federated/ingress/0',
      'own role/ingress/group',
      'own role/ingress/dnsZone',
      ...['cloud-provider', 'node-pool-mgmt', 'network'].flatMap((suffix) => [
        `own identity/${suffix}`,
        `found clientId/${suffix}`,
        `own federated/${suffix}/0`,
        `own role/${suffix}/group`,
      ]),
      'sweep others/records',
    ]);
  });

  test('is the same for the same request, and there is none for what exists', () => {
    expect(planOf()).toEqual(planOf());
    expect(() => planOf(azureSpec())).toThrow('not made by Berth');
  });

  test('gives everything that is not the group an order in which it can be made', () => {
    for (const spec of [managedSpec(), managedSpec({ resourceGroup: 'theirs', network }), withKey(keyUrl)]) {
      const seen = new Set<string>();
      for (const { id, after } of planOf(spec)) {
        expect(
          after.filter((name) => !seen.has(name)),
          id,
        ).toEqual([]);
        seen.add(id);
      }
    }
  });

  test('asks of Azure one write at a time to the credentials of an identity', () => {
    expect(stepOf('federated/disk/0')?.after).toEqual(['identity/disk']);
    expect(stepOf('federated/disk/2')?.after).toEqual(['federated/disk/1']);
  });

  test('marks what has tags as the cluster’s, and the mark cannot be set by tags of the user’s', () => {
    const spec = managedSpec({}, { tags: { team: 'a', 'berth-instance': 'mine' } });
    const tags = {
      team: 'a',
      'berth-instance': 'prod',
      'berth-tenant': 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
      'berth-cluster': 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
      'berth-created-at': '2026-01-01T00:00:00Z',
      'berth-infra-id': 'b2c3d4e5f6g7h',
    };
    const tagged = planOf(spec).flatMap(({ input }) => {
      const body = input['body'] as { tags?: object } | undefined;
      return body?.tags === undefined ? [] : [body.tags];
    });
    expect(tagged.length).toBe(14);
    for (const own of tagged) expect(Object.keys(own).sort()).toEqual(Object.keys(tags).sort());
    expect(tagged[0]).toMatchObject({
      team: 'a',
      'berth-instance': 'prod',
      'berth-infra-id': 'b2c3d4e5f6g7h',
    });
  });

  test('lets identities trust the issuer of the cluster for the accounts of their operators', () => {
    expect(stepOf('federated/ingress/0')?.input['body']).toEqual({
      properties: {
        issuer: 'https://oidc.example.org/b2c3d4e5f6g7h',
        subject: 'system:serviceaccount:openshift-ingress-operator:ingress-operator',
        audiences: ['openshift'],
      },
    });
    expect(azureIdentityTable.flatMap(subjectsOf).length).toBe(14);
  });
});

describe('the network', () => {
  test('has a subnet with the security group, and the ranges of the spec', () => {
    const body = stepOf('vnet', managedSpec({ vnetCidr: '10.8.0.0/16', subnetCidr: '10.8.1.0/24' }))?.input[
      'body'
    ];
    expect(body).toMatchObject({
      properties: {
        addressSpace: { addressPrefixes: ['10.8.0.0/16'] },
        subnets: [
          {
            name: 'default',
            properties: {
              addressPrefix: '10.8.1.0/24',
              networkSecurityGroup: {
                id: `${group}/providers/Microsoft.Network/networkSecurityGroups/b2c3d4e5f6g7h-nsg`,
              },
            },
          },
        ],
      },
    });
  });

  test.each([
    ['private', {}, ['default', 'private-link']],
    ['publicAndPrivate', {}, ['default', 'private-link']],
    ['public', {}, ['default']],
    ['private', { private: { natSubnetId: network.subnetId } }, ['default']],
  ] as const)(
    'has a subnet for private links where they are needed: %s %o',
    (endpointAccess, more, names) => {
      const body = stepOf('vnet', managedSpec({}, { endpointAccess, ...more }))?.input['body'] as {
        properties: { subnets: { name: string }[] };
      };
      expect(body.properties.subnets.map(({ name }) => name)).toEqual(names);
    },
  );

  test('of the user’s is found and never made', () => {
    const spec = managedSpec({ network });
    expect(['securityGroup', 'vnet', 'subnet'].map((id) => stepOf(id, spec)?.role)).toEqual([
      'found',
      'found',
      'found',
    ]);
    expect(stepOf('zone/private/link', spec)?.input['body']).toMatchObject({
      properties: { virtualNetwork: { id: network.vnetId }, registrationEnabled: false },
    });
  });
});

describe('the zone of the base domain', () => {
  test.each([
    [managedSpec(), { collection: `${subscription}/providers/Microsoft.Network/dnszones` }],
    [
      managedSpec({ dnsZoneResourceGroup: 'dns' }),
      { id: `${subscription}/resourceGroups/dns/providers/Microsoft.Network/dnsZones/example.org` },
    ],
    [
      managedSpec(
        { dnsZoneResourceGroup: 'dns' },
        {},
        { dns: { baseDomain: 'example.org', publicZoneId: '/z' } },
      ),
      { id: '/z' },
    ],
  ])('is looked for only as far as the user does not say which it is (%#)', (spec, input) => {
    const { apiVersion, ...rest } = stepOf('zone/public', spec)?.input ?? {};
    expect(apiVersion).toBeDefined();
    expect(rest).toEqual(input);
  });

  test.each([
    [undefined, 'payments.example.org', '*.apps.payments'],
    ['eu', 'eu.example.org', '*.apps.eu'],
    ['', 'example.org', '*.apps'],
  ])('and records of the cluster follow the prefix %o', (baseDomainPrefix, domain, record) => {
    const dns = {
      baseDomain: 'example.org',
      ...(baseDomainPrefix === undefined ? {} : { baseDomainPrefix }),
    };
    const spec = managedSpec({}, {}, { dns });
    expect(stepOf('zone/private', spec)?.name).toBe(domain);
    expect(stepOf('others/records', spec)?.input).toMatchObject({ zoneStep: 'zone/public', names: [record] });
  });
});

describe('roles', () => {
  test('are on the group of the cluster, and for records on that of the zone', () => {
    expect(rolesOf(managedSpec())).toEqual({
      'disk/group': group,
      'file/group': group,
      'image-registry/group': group,
      'ingress/group': group,
      'ingress/dnsZone': 'zone/public',
      'cloud-provider/group': group,
      'node-pool-mgmt/group': group,
      'network/group': group,
    });
  });

  test('reach into the groups of a network of the user’s', () => {
    const net = `${subscription}/resourceGroups/net`;
    const sec = `${subscription}/resourceGroups/sec`;
    expect(rolesOf(managedSpec({ network }, { endpointAccess: 'private' }))).toMatchObject({
      'file/securityGroup': sec,
      'file/network': net,
      'ingress/network': net,
      'cloud-provider/securityGroup': sec,
      'cloud-provider/network': net,
      'node-pool-mgmt/network': net,
      'network/network': net,
      'control-plane-operator/network': net,
      'control-plane-operator/securityGroup': sec,
    });
    expect(rolesOf(managedSpec({ network }))).not.toHaveProperty('disk/network');
  });

  test('are given once where network, security group and cluster share a group', () => {
    const shared = {
      vnetId: network.vnetId.replace('/net/', '/THEIRS/'),
      subnetId: network.subnetId.replace('/net/', '/theirs/'),
      securityGroupId: network.securityGroupId.replace('/sec/', '/theirs/'),
    };
    expect(rolesOf(managedSpec({ resourceGroup: 'theirs', network: shared }))).toEqual({
      ...Object.fromEntries(
        ['disk', 'file', 'image-registry', 'ingress', 'cloud-provider', 'node-pool-mgmt', 'network'].map(
          (suffix) => [`${suffix}/group`, theirs],
        ),
      ),
      'ingress/dnsZone': 'zone/public',
    });
  });

  test('are those that the user defines, where she does', () => {
    const mine = '99999999-9999-4999-8999-999999999999';
    const spec = managedSpec(
      { roleDefinitionIds: { nodePoolManagement: mine } },
      { endpointAccess: 'private' },
    );
    const roleOf = (id: string) => String(stepOf(id, spec)?.input['role']).split('/').at(-1);
    expect(roleOf('role/node-pool-mgmt/group')).toBe(mine);
    expect(roleOf('role/control-plane-operator/group')).toBe('b24988ac-6180-42a0-ab88-20f7382dd24c');
  });

  test('to use a key are on its vault, when Berth is to give them and can', () => {
    expect(stepOf('role/kms/keyVault', withKey(keyUrl))).toMatchObject({
      after: ['identity/kms', 'keyVault'],
      input: { scopeStep: 'keyVault', scopeOf: 'self' },
    });
    expect(stepOf('keyVault', withKey(keyUrl))?.input['filter']).toBe(
      "resourceType eq 'Microsoft.KeyVault/vaults' and name eq 'payments'",
    );
    for (const spec of [withKey(keyUrl, false), withKey(hsmUrl, false)]) {
      expect(idsOf(spec)).toContain('identity/kms');
      expect(idsOf(spec).filter((id) => /vault/i.test(id))).toEqual([]);
    }
  });
});

describe('what goes with the group', () => {
  const goersOf = (spec: ClusterSpec) =>
    planOf(spec)
      .filter(({ role = 'own' }) => role === 'own')
      .flatMap(({ id, goesWith }) => (goesWith === 'resourceGroup' ? [] : [id]));

  test('is all but roles on what stands outside', () => {
    expect(goersOf(managedSpec())).toEqual(['resourceGroup', 'role/ingress/dnsZone']);
    expect(goersOf(withKey(keyUrl))).toEqual(['resourceGroup', 'role/ingress/dnsZone', 'role/kms/keyVault']);
  });

  test('is nothing when the group is the user’s: it is found, and swept', () => {
    const spec = managedSpec({ resourceGroup: 'theirs' });
    expect(stepOf('resourceGroup', spec)).toMatchObject({ type: 'foundResource', role: 'found' });
    expect(planOf(spec).filter(({ goesWith }) => goesWith !== undefined)).toEqual([]);
    expect(stepOf('others/machines', spec)).toMatchObject({
      type: 'clusterResources',
      role: 'sweep',
      after: ['securityGroup', 'vnet', 'zone/private', 'loadBalancer'],
      input: { group: theirs, part: 'machines' },
    });
    // Last to go: addresses hang on the load balancer.
    expect(planOf(spec)[0]).toMatchObject({
      id: 'others/remains',
      role: 'sweep',
      after: [],
      input: {
        group: theirs,
        part: 'remains',
        behind: `${theirs}/providers/Microsoft.Network/loadBalancers/b2c3d4e5f6g7h`,
      },
    });
  });
});

describe('outputs', () => {
  const outputsOf = (spec: ClusterSpec) => azureManaged.outputs(managedRequest(spec), (step) => `<${step}>`);

  test('are ids that follow from names, and client ids that Azure chose', () => {
    expect(outputsOf(managedSpec())).toEqual({
      issuerUrl: 'https://oidc.example.org/b2c3d4e5f6g7h',
      machineCidrs: ['10.0.0.0/16'],
      publicZoneId: '<zone/public>',
      privateZoneId: `${group}/providers/Microsoft.Network/privateDnsZones/payments.example.org`,
      azure: {
        resourceGroup: 'berth-b2c3d4e5f6g7h',
        vnetId: `${group}/providers/Microsoft.Network/virtualNetworks/b2c3d4e5f6g7h`,
        subnetId: `${group}/providers/Microsoft.Network/virtualNetworks/b2c3d4e5f6g7h/subnets/default`,
        securityGroupId: `${group}/providers/Microsoft.Network/networkSecurityGroups/b2c3d4e5f6g7h-nsg`,
        workloadIdentities: {
          disk: '<clientId/disk>',
          file: '<clientId/file>',
          imageRegistry: '<clientId/image-registry>',
          ingress: '<clientId/ingress>',
          cloudProvider: '<clientId/cloud-provider>',
          nodePoolManagement: '<clientId/node-pool-mgmt>',
          network: '<clientId/network>',
        },
      },
    });
  });

  test('have the subnet of private links and the two further identities when there are some', () => {
    const spec = { ...withKey(keyUrl), ...managedSpec({}, { endpointAccess: 'private' }) };
    expect(outputsOf({ ...withKey(keyUrl), platform: spec.platform }).azure).toMatchObject({
      natSubnetId: `${group}/providers/Microsoft.Network/virtualNetworks/b2c3d4e5f6g7h/subnets/private-link`,
      workloadIdentities: {
        controlPlaneOperator: '<clientId/control-plane-operator>',
        kms: '<clientId/kms>',
      },
    });
  });

  test('name a network of the user’s, whose range her spec says', () => {
    const { machineCidrs, azure } = outputsOf(managedSpec({ network, resourceGroup: 'theirs' }));
    expect(machineCidrs).toBeUndefined();
    expect(azure).toMatchObject({ ...network, resourceGroup: 'theirs' });
  });
});
