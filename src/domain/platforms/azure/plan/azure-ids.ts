import type { InfrastructureRequest } from '../../../infrastructure/infrastructure-plan.ts';
import { filled } from '../../../shared/present.ts';
import { platformBlock } from '../../platform-rules.ts';
import type { AzureManagedInfrastructure, AzurePlatform } from '../azure-spec.ts';

export interface ManagedAzure {
  readonly azure: AzurePlatform;
  readonly infrastructure: AzureManagedInfrastructure;
}

/** The block of a cluster whose infrastructure Berth makes. */
export const managedOf = ({ spec }: Pick<InfrastructureRequest, 'spec'>): ManagedAzure => {
  const { azure } = platformBlock(spec, 'azure');
  const { infrastructure } = azure;
  if (infrastructure.mode !== 'managed') throw new TypeError('the infrastructure is not made by Berth');
  return { azure, infrastructure };
};

/** Name of the cluster below its base domain, and of its records in the zone of that: empty when it has none of its own. */
export const domainPrefixOf = ({ spec, hostedClusterName }: InfrastructureRequest): string =>
  spec.dns?.baseDomainPrefix ?? hostedClusterName;

/** Domain of the applications of the cluster. */
export const clusterDomainOf = (request: InfrastructureRequest): string =>
  [domainPrefixOf(request), request.spec.dns?.baseDomain ?? ''].filter((part) => part !== '').join('.');

/** Every id on Azure follows from names: what is made again has the same. */
export interface AzureIds {
  readonly subscription: string;
  readonly groupName: string;
  readonly group: string;
  readonly vnet: string;
  readonly subnet: string;
  readonly natSubnet: string;
  readonly securityGroup: string;
  /** Undefined: it is looked up by its name. */
  readonly publicZone: string | undefined;
  readonly privateZone: string;
  readonly privateZoneLink: string;
  readonly publicIp: string;
  readonly loadBalancer: string;
  identity(suffix: string): string;
}

const publicZoneOf = (request: InfrastructureRequest, subscription: string): string | undefined => {
  const { infrastructure } = managedOf(request);
  const { publicZoneId, baseDomain = '' } = request.spec.dns ?? {};
  const group = filled(infrastructure.dnsZoneResourceGroup);
  if (filled(publicZoneId) !== undefined) return publicZoneId;
  return group === undefined
    ? undefined
    : `${subscription}/resourceGroups/${group}/providers/Microsoft.Network/dnsZones/${baseDomain}`;
};

export const azureIds = (request: InfrastructureRequest): AzureIds => {
  const { azure, infrastructure } = managedOf(request);
  const { infraId } = request;
  // As Azure writes it in its lists.
  const subscription = `/subscriptions/${azure.subscriptionId.toLowerCase()}`;
  const groupName = filled(infrastructure.resourceGroup) ?? `berth-${infraId}`;
  const group = `${subscription}/resourceGroups/${groupName}`;
  const own = `${group}/providers/Microsoft.Network`;
  const { network } = infrastructure;
  const vnet = network?.vnetId ?? `${own}/virtualNetworks/${infraId}`;
  const privateZone = `${own}/privateDnsZones/${clusterDomainOf(request)}`;
  return {
    subscription,
    groupName,
    group,
    vnet,
    subnet: network?.subnetId ?? `${vnet}/subnets/default`,
    natSubnet: `${vnet}/subnets/private-link`,
    securityGroup: network?.securityGroupId ?? `${own}/networkSecurityGroups/${infraId}-nsg`,
    publicZone: publicZoneOf(request, subscription),
    privateZone,
    privateZoneLink: `${privateZone}/virtualNetworkLinks/${infraId}`,
    publicIp: `${own}/publicIPAddresses/${infraId}`,
    loadBalancer: `${own}/loadBalancers/${infraId}`,
    identity: (suffix) =>
      `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${infraId}-${suffix}`,
  };
};

/** The resource group that a thing is in. */
export const groupOf = (id: string): string =>
  /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+/i.exec(id)?.[0] ?? id;
