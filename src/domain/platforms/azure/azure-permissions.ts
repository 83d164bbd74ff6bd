import { usesByPart } from '../../credential/credential-use.ts';

const verbsOn = (verbs: readonly string[], kinds: readonly string[]): readonly string[] =>
  kinds.flatMap((kind) => verbs.map((verb) => `${kind}/${verb}`));

/** Looking only: enough for infrastructure that exists. */
const scan: readonly string[] = [
  'Microsoft.Authorization/permissions/read',
  'Microsoft.Authorization/roleAssignments/read',
  'Microsoft.Compute/locations/usages/read',
  'Microsoft.Compute/skus/read',
  'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/read',
  'Microsoft.ManagedIdentity/userAssignedIdentities/read',
  'Microsoft.Network/dnsZones/read',
  'Microsoft.Network/dnsZones/recordsets/read',
  'Microsoft.Network/loadBalancers/read',
  'Microsoft.Network/locations/usages/read',
  'Microsoft.Network/networkSecurityGroups/read',
  'Microsoft.Network/privateDnsZones/read',
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks/read',
  'Microsoft.Network/publicIPAddresses/read',
  'Microsoft.Network/virtualNetworks/read',
  'Microsoft.Network/virtualNetworks/subnets/read',
  'Microsoft.Resources/subscriptions/locations/read',
  'Microsoft.Resources/subscriptions/providers/read',
  'Microsoft.Resources/subscriptions/read',
  'Microsoft.Resources/subscriptions/resourceGroups/read',
  'Microsoft.Resources/subscriptions/resources/read',
];

const made: readonly string[] = [
  'Microsoft.ManagedIdentity/userAssignedIdentities',
  'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials',
  'Microsoft.Network/loadBalancers',
  'Microsoft.Network/networkSecurityGroups',
  'Microsoft.Network/privateDnsZones',
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
  'Microsoft.Network/publicIPAddresses',
  'Microsoft.Network/virtualNetworks',
];

const create: readonly string[] = [
  'Microsoft.Authorization/roleAssignments/delete',
  'Microsoft.Authorization/roleAssignments/write',
  ...verbsOn(['delete', 'write'], made),
  'Microsoft.Network/networkSecurityGroups/join/action',
  'Microsoft.Network/publicIPAddresses/join/action',
  'Microsoft.Network/virtualNetworks/join/action',
  'Microsoft.Network/virtualNetworks/subnets/join/action',
  'Microsoft.Network/virtualNetworks/subnets/write',
  'Microsoft.Resources/subscriptions/resourceGroups/write',
];

/** With a group goes what operators of the cluster have left in it. */
const destroy: readonly string[] = [
  ...verbsOn(
    ['delete'],
    [
      'Microsoft.Compute/disks',
      'Microsoft.Compute/images',
      'Microsoft.Compute/snapshots',
      'Microsoft.Compute/virtualMachines',
      'Microsoft.Network/dnsZones/A',
      'Microsoft.Network/dnsZones/AAAA',
      'Microsoft.Network/dnsZones/CNAME',
      'Microsoft.Network/dnsZones/TXT',
      'Microsoft.Network/networkInterfaces',
      'Microsoft.Network/privateEndpoints',
      'Microsoft.Resources/subscriptions/resourceGroups',
      'Microsoft.Storage/storageAccounts',
    ],
  ),
];

/** What the application of a tenant must be allowed on its subscription, each once. */
export const azurePermissions: readonly string[] = [...new Set([...scan, ...create, ...destroy])];

export const azureUsesOf = usesByPart({ look: scan, make: create, remove: destroy });
