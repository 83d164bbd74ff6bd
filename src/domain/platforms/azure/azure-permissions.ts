/** What the app of a tenant must be allowed on the subscription, so that Berth can make, look at and take away clusters. */
export const azurePermissions: readonly string[] = [
  'Microsoft.Resources/subscriptions/resourceGroups/read',
  'Microsoft.Resources/subscriptions/resourceGroups/write',
  'Microsoft.Resources/subscriptions/resourceGroups/delete',
  'Microsoft.Resources/subscriptions/locations/read',
  ...[
    'networkSecurityGroups',
    'virtualNetworks',
    'publicIPAddresses',
    'loadBalancers',
    'privateDnsZones',
    'privateDnsZones/virtualNetworkLinks',
  ].flatMap((kind) => ['read', 'write', 'delete'].map((verb) => `Microsoft.Network/${kind}/${verb}`)),
  'Microsoft.Network/networkSecurityGroups/join/action',
  'Microsoft.Network/virtualNetworks/join/action',
  'Microsoft.Network/publicIPAddresses/join/action',
  'Microsoft.Network/dnsZones/read',
  'Microsoft.Network/dnsZones/recordsets/read',
  'Microsoft.Network/dnsZones/A/delete',
  'Microsoft.Network/dnsZones/AAAA/delete',
  'Microsoft.Network/dnsZones/CNAME/delete',
  'Microsoft.Network/dnsZones/TXT/delete',
  ...['', '/federatedIdentityCredentials'].flatMap((kind) =>
    ['read', 'write', 'delete'].map(
      (verb) => `Microsoft.ManagedIdentity/userAssignedIdentities${kind}/${verb}`,
    ),
  ),
  'Microsoft.Authorization/roleAssignments/read',
  'Microsoft.Authorization/roleAssignments/write',
  'Microsoft.Authorization/roleAssignments/delete',
  'Microsoft.Authorization/permissions/read',
];
