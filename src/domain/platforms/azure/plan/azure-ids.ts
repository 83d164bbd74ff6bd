import type { InfrastructureRequest } from '../../../infrastructure/infrastructure-plan.ts';
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

/** Every id on Azure follows from names: what is made again has the same. */
export interface AzureIds {
  readonly group: string;
  readonly vnet: string;
  readonly subnet: string;
  readonly natSubnet: string;
  readonly securityGroup: string;
  readonly publicZone: string;
  readonly publicZoneGroup: string;
  readonly privateZone: string;
  readonly privateZoneLink: string;
  readonly publicIp: string;
  readonly loadBalancer: string;
  identity(name: string): string;
}

export const azureIds = (request: InfrastructureRequest): AzureIds => {
  const { azure, infrastructure } = managedOf(request);
  const { infraId, hostedClusterName, spec } = request;
  const subscription = `/subscriptions/${azure.subscriptionId}`;
  const group = `${subscription}/resourceGroups/berth-${infraId}`;
  const network = `${group}/providers/Microsoft.Network`;
  const baseDomain = spec.dns?.baseDomain ?? '';
  const publicZoneGroup = `${subscription}/resourceGroups/${infrastructure.dnsZoneResourceGroup}`;
  const vnet = `${network}/virtualNetworks/${infraId}`;
  const privateZone = `${network}/privateDnsZones/${hostedClusterName}.${baseDomain}`;
  return {
    group,
    vnet,
    subnet: `${vnet}/subnets/default`,
    natSubnet: `${vnet}/subnets/private-link`,
    securityGroup: `${network}/networkSecurityGroups/${infraId}-nsg`,
    publicZone: `${publicZoneGroup}/providers/Microsoft.Network/dnsZones/${baseDomain}`,
    publicZoneGroup,
    privateZone,
    privateZoneLink: `${privateZone}/virtualNetworkLinks/${infraId}`,
    publicIp: `${network}/publicIPAddresses/${infraId}`,
    loadBalancer: `${network}/loadBalancers/${infraId}`,
    identity: (name) =>
      `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${infraId}-${name}`,
  };
};
