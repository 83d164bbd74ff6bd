/**
 * Types in the order in which they can go: what stands on others goes before them. Words of all clouds and of management clusters;
 * types that are not here go between the machines and the networks.
 */
const order: readonly (readonly string[])[] = [
  ['nodePool'],
  ['hostedCluster'],
  ['namespace'],
  ['instance', 'virtualMachine', 'instanceGroup', 'instanceTemplate', 'launchTemplate'],
  ['record', 'endpointService', 'forwardingRule'],
  ['classicLoadBalancer', 'loadBalancer', 'targetPool'],
  ['targetGroup', 'backendService', 'resourceShare'],
  ['endpoint', 'gatewayEndpoint', 'vpcEndpoint', 'route'],
  ['privateZoneLink'],
  ['privateZone', 'hostedZone', 'managedZone', 'zone', 'dnsZone'],
  ['natGateway', 'nat', 'router'],
  [],
  ['address', 'publicIp', 'elasticIp', 'publicIpAddress'],
  ['networkInterface'],
  ['securityGroup', 'firewall', 'networkSecurityGroup'],
  ['routeTable', 'publicRouteTable'],
  ['internetGateway'],
  ['subnet', 'subnetwork'],
  ['vpc', 'network', 'virtualNetwork'],
  ['snapshot', 'image'],
  ['volume', 'disk'],
  ['bucket'],
  ['roleAssignment', 'projectRoles', 'instanceProfile'],
  ['role', 'serviceAccount', 'identity', 'userAssignedIdentity'],
  ['oidcProvider', 'workloadIdentityProvider'],
  ['workloadIdentityPool'],
  ['resourceGroup'],
];

const middle = order.findIndex((types) => types.length === 0);

const ranks: ReadonlyMap<string, number> = new Map(
  order.flatMap((types, rank) => types.map((type) => [type.toLowerCase(), rank] as const)),
);

/** What goes first has the lowest rank. */
export const removalRank = (type: string): number => ranks.get(type.toLowerCase()) ?? middle;
