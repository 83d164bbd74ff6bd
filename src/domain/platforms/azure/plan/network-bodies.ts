import type { InfrastructureRequest } from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { privateLinkCidrOf, subnetCidrOf, vnetCidrOf } from '../machine-range.ts';
import { type AzureIds, managedOf } from './azure-ids.ts';

/** The way out of the machines: the cloud provider of the cluster goes on using this balancer. Source: hypershift. */
export const loadBalancerBody = ({ loadBalancer, publicIp }: AzureIds, infraId: string): JsonObject => {
  const part = (kind: string) => ({ id: `${loadBalancer}/${kind}/${infraId}` });
  return {
    sku: { name: 'Standard' },
    properties: {
      frontendIPConfigurations: [{ name: infraId, properties: { publicIPAddress: { id: publicIp } } }],
      backendAddressPools: [{ name: infraId }],
      probes: [
        {
          name: infraId,
          properties: {
            protocol: 'Http',
            port: 30_595,
            requestPath: '/healthz',
            intervalInSeconds: 5,
            probeThreshold: 2,
          },
        },
      ],
      outboundRules: [
        {
          name: infraId,
          properties: {
            protocol: 'All',
            allocatedOutboundPorts: 1024,
            enableTcpReset: true,
            idleTimeoutInMinutes: 4,
            backendAddressPool: part('backendAddressPools'),
            frontendIPConfigurations: [part('frontendIPConfigurations')],
          },
        },
      ],
    },
  };
};

/** Whether the network gets a subnet for the private link service. */
export const hasLinkSubnet = (request: InfrastructureRequest): boolean => {
  const { azure, infrastructure } = managedOf(request);
  const isPrivate = (azure.endpointAccess ?? 'public') !== 'public';
  return isPrivate && azure.private?.natSubnetId === undefined && infrastructure.network === undefined;
};

/** Subnets are written with their network: a write that leaves one out removes it. */
export const virtualNetworkBody = (request: InfrastructureRequest, ids: AzureIds): JsonObject => {
  const { infrastructure } = managedOf(request);
  const linkSubnet = {
    name: 'private-link',
    properties: {
      addressPrefix: privateLinkCidrOf(infrastructure),
      privateLinkServiceNetworkPolicies: 'Disabled',
    },
  };
  return {
    properties: {
      addressSpace: { addressPrefixes: [vnetCidrOf(infrastructure)] },
      subnets: [
        {
          name: 'default',
          properties: {
            addressPrefix: subnetCidrOf(infrastructure),
            networkSecurityGroup: { id: ids.securityGroup },
          },
        },
        ...(hasLinkSubnet(request) ? [linkSubnet] : []),
      ],
    },
  };
};
