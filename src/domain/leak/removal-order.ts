/**
 * Types in the order in which they can go: what stands on others goes before them. Words of all clouds and of management clusters;
 * a test finds those that are missing here, and those that nothing has.
 */
export const removalOrder: readonly (readonly string[])[] = [
  ['nodePool'],
  ['hostedCluster'],
  ['namespace'],
  ['instance'],
  ['endpointService', 'forwardingRule'],
  ['classicLoadBalancer', 'loadBalancer'],
  ['targetGroup', 'resourceShare'],
  ['endpoint', 'gatewayEndpoint'],
  ['privateZoneLink'],
  ['privateZone'],
  ['natGateway', 'nat', 'router'],
  ['address', 'publicIp'],
  ['networkInterface'],
  ['securityGroup', 'firewall'],
  ['routeTable', 'publicRouteTable'],
  ['internetGateway'],
  ['subnet'],
  ['vpc', 'network', 'virtualNetwork'],
  ['snapshot'],
  ['volume', 'disk'],
  ['bucket'],
  ['roleAssignment', 'projectRoles', 'instanceProfile', 'federatedCredential'],
  ['role', 'serviceAccount', 'identity'],
  ['oidcProvider', 'workloadIdentityProvider'],
  ['workloadIdentityPool'],
  ['resourceGroup'],
];

const ranks: ReadonlyMap<string, number> = new Map(
  removalOrder.flatMap((types, rank) => types.map((type) => [type.toLowerCase(), rank] as const)),
);

/** What goes first has the lowest rank; a type of an older version of Berth goes last. */
export const removalRank = (type: string): number => ranks.get(type.toLowerCase()) ?? removalOrder.length;
