/** Versions of the API of each kind. Source: Azure REST API reference. */
export const apiVersions = {
  subscription: '2022-12-01',
  resources: '2021-04-01',
  resourceGroup: '2022-09-01',
  network: '2023-11-01',
  dnsZone: '2018-05-01',
  privateDnsZone: '2020-06-01',
  identity: '2023-01-31',
  roleAssignment: '2022-04-01',
  roleAssignmentUsage: '2019-08-01-preview',
  compute: '2021-07-01',
} as const;
