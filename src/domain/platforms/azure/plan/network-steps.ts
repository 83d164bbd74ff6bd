import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { apiVersions } from './api-versions.ts';
import { armStep, foundStep, inGroup, tagsOf } from './arm-step.ts';
import { type AzureIds, clusterDomainOf, managedOf } from './azure-ids.ts';
import { loadBalancerBody, virtualNetworkBody } from './network-bodies.ts';

const usersNetworkSteps = (ids: AzureIds): readonly PlannedStep[] => {
  const found = (id: string, what: string, resource: string): PlannedStep =>
    foundStep(
      { id, type: 'foundResource', name: `${what} ${resource.split('/').at(-1)}` },
      { id: resource, apiVersion: apiVersions.network },
    );
  return [
    found('securityGroup', 'security group', ids.securityGroup),
    found('vnet', 'virtual network', ids.vnet),
    found('subnet', 'subnet', ids.subnet),
  ];
};

const ownNetworkSteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] => {
  const { azure } = managedOf(request);
  const { infraId } = request;
  const placed = { location: azure.location, tags: tagsOf(request) };
  const apiVersion = apiVersions.network;
  return [
    armStep(
      {
        id: 'securityGroup',
        type: 'securityGroup',
        name: `${infraId}-nsg`,
        after: ['resourceGroup'],
        ...inGroup(request),
      },
      { id: ids.securityGroup, apiVersion, body: { ...placed, properties: {} } },
    ),
    armStep(
      {
        id: 'vnet',
        type: 'virtualNetwork',
        name: infraId,
        after: ['securityGroup'],
        ...inGroup(request),
      },
      { id: ids.vnet, apiVersion, body: { ...placed, ...virtualNetworkBody(request, ids) } },
    ),
  ];
};

/** Network and private zone of a cluster, and the way out. */
export const networkSteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] => {
  const { azure, infrastructure } = managedOf(request);
  const { infraId } = request;
  const tags = tagsOf(request);
  const placed = { location: azure.location, tags };
  const { network, privateDnsZone } = apiVersions;
  return [
    ...(infrastructure.network === undefined ? ownNetworkSteps(request, ids) : usersNetworkSteps(ids)),
    armStep(
      {
        id: 'zone/private',
        type: 'privateZone',
        name: clusterDomainOf(request),
        after: ['resourceGroup'],
        ...inGroup(request),
      },
      { id: ids.privateZone, apiVersion: privateDnsZone, body: { location: 'global', tags } },
    ),
    armStep(
      {
        id: 'zone/private/link',
        type: 'privateZoneLink',
        name: infraId,
        after: ['zone/private', 'vnet'],
        ...inGroup(request),
      },
      {
        id: ids.privateZoneLink,
        apiVersion: privateDnsZone,
        body: {
          location: 'global',
          tags,
          properties: { virtualNetwork: { id: ids.vnet }, registrationEnabled: false },
        },
      },
    ),
    armStep(
      { id: 'publicIp', type: 'publicIp', name: infraId, after: ['resourceGroup'], ...inGroup(request) },
      {
        id: ids.publicIp,
        apiVersion: network,
        body: {
          ...placed,
          sku: { name: 'Standard' },
          properties: {
            publicIPAddressVersion: 'IPv4',
            publicIPAllocationMethod: 'Static',
            idleTimeoutInMinutes: 4,
          },
        },
      },
    ),
    armStep(
      { id: 'loadBalancer', type: 'loadBalancer', name: infraId, after: ['publicIp'], ...inGroup(request) },
      { id: ids.loadBalancer, apiVersion: network, body: { ...placed, ...loadBalancerBody(ids, infraId) } },
    ),
  ];
};
