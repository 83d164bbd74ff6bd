import {
  type InfrastructureRequest,
  ownershipTags,
  type PlannedStep,
} from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { subnetCidrOf, vnetCidrOf } from '../machine-range.ts';
import { type AzureIds, managedOf } from './azure-ids.ts';

/** Versions of the API of each kind. Source: Azure REST API reference. */
export const apiVersions = {
  resourceGroup: '2022-09-01',
  network: '2023-11-01',
  dnsZone: '2018-05-01',
  privateDnsZone: '2020-06-01',
  identity: '2023-01-31',
  roleAssignment: '2022-04-01',
} as const;

export const tagsOf = (request: InfrastructureRequest): Readonly<Record<string, string>> => ({
  ...managedOf(request).azure.tags,
  ...ownershipTags(request),
  'berth-infra-id': request.infraId,
});

/** A thing that a PUT by its id makes. */
export const armStep = (
  step: Pick<PlannedStep, 'id' | 'type' | 'name' | 'after'> & Partial<PlannedStep>,
  arm: { readonly id: string; readonly apiVersion: string; readonly body: JsonObject },
): PlannedStep => ({ hasStableId: true, ...step, input: { ...arm } });

/** Outbound traffic of the nodes: the cloud provider of the cluster goes on using this balancer. Source: hypershift. */
const loadBalancer = (ids: AzureIds, infraId: string): JsonObject => {
  const part = (kind: string) => ({ id: `${ids.loadBalancer}/${kind}/${infraId}` });
  return {
    sku: { name: 'Standard' },
    properties: {
      frontendIPConfigurations: [{ name: infraId, properties: { publicIPAddress: { id: ids.publicIp } } }],
      backendAddressPools: [{ name: infraId }],
      probes: [
        {
          name: infraId,
          properties: {
            protocol: 'Http',
            port: 30_595,
            requestPath: '/healthz',
            intervalInSeconds: 5,
            numberOfProbes: 2,
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

const subnets = (request: InfrastructureRequest, ids: AzureIds): readonly JsonObject[] => {
  const { azure, infrastructure } = managedOf(request);
  const own = {
    name: 'default',
    properties: {
      addressPrefix: subnetCidrOf(infrastructure),
      networkSecurityGroup: { id: ids.securityGroup },
    },
  };
  if ((azure.endpointAccess ?? 'public') === 'public') return [own];
  return [
    own,
    {
      name: 'private-link',
      properties: {
        addressPrefix: privateLinkCidr(vnetCidrOf(infrastructure)),
        privateLinkServiceNetworkPolicies: 'Disabled',
      },
    },
  ];
};

/** The last /24 of a virtual network of /16 and the like: far from the machines, which begin at its start. */
const privateLinkCidr = (vnetCidr: string): string => {
  const [address = '', prefix = '16'] = vnetCidr.split('/');
  const parts = address.split('.').map(Number);
  const value =
    (parts[0] ?? 0) * 2 ** 24 +
    (parts[1] ?? 0) * 2 ** 16 +
    (parts[2] ?? 0) * 2 ** 8 +
    (parts[3] ?? 0) +
    2 ** (32 - Number(prefix)) -
    2 ** 8;
  return `${[24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')}/24`;
};

/** Resource group, network and zones of a cluster. */
export const networkSteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] => {
  const { azure, infrastructure } = managedOf(request);
  const { infraId, spec, hostedClusterName } = request;
  const tags = tagsOf(request);
  const inGroup = { goesWith: 'resourceGroup', hasStableId: true as const };
  const placed = { location: azure.location, tags };
  const network = apiVersions.network;
  return [
    armStep(
      { id: 'resourceGroup', type: 'resourceGroup', name: `berth-${infraId}`, after: [] },
      { id: ids.group, apiVersion: apiVersions.resourceGroup, body: placed },
    ),
    {
      id: 'zone/public',
      type: 'publicZone',
      name: spec.dns?.baseDomain ?? '',
      after: [],
      input: { id: ids.publicZone, apiVersion: apiVersions.dnsZone },
      role: 'found',
    },
    armStep(
      {
        id: 'securityGroup',
        type: 'securityGroup',
        name: `${infraId}-nsg`,
        after: ['resourceGroup'],
        ...inGroup,
      },
      { id: ids.securityGroup, apiVersion: network, body: { ...placed, properties: {} } },
    ),
    armStep(
      { id: 'vnet', type: 'virtualNetwork', name: infraId, after: ['securityGroup'], ...inGroup },
      {
        id: ids.vnet,
        apiVersion: network,
        body: {
          ...placed,
          properties: {
            addressSpace: { addressPrefixes: [vnetCidrOf(infrastructure)] },
            subnets: subnets(request, ids),
          },
        },
      },
    ),
    armStep(
      {
        id: 'zone/private',
        type: 'privateZone',
        name: `${hostedClusterName}.${spec.dns?.baseDomain ?? ''}`,
        after: ['resourceGroup'],
        ...inGroup,
      },
      { id: ids.privateZone, apiVersion: apiVersions.privateDnsZone, body: { location: 'global', tags } },
    ),
    armStep(
      {
        id: 'zone/private/link',
        type: 'privateZoneLink',
        name: infraId,
        after: ['zone/private', 'vnet'],
        ...inGroup,
      },
      {
        id: ids.privateZoneLink,
        apiVersion: apiVersions.privateDnsZone,
        body: {
          location: 'global',
          tags,
          properties: { virtualNetwork: { id: ids.vnet }, registrationEnabled: false },
        },
      },
    ),
    armStep(
      { id: 'publicIp', type: 'publicIp', name: infraId, after: ['resourceGroup'], ...inGroup },
      {
        id: ids.publicIp,
        apiVersion: network,
        body: { ...placed, sku: { name: 'Standard' }, properties: { publicIPAllocationMethod: 'Static' } },
      },
    ),
    armStep(
      { id: 'loadBalancer', type: 'loadBalancer', name: infraId, after: ['publicIp'], ...inGroup },
      { id: ids.loadBalancer, apiVersion: network, body: { ...placed, ...loadBalancer(ids, infraId) } },
    ),
    {
      id: 'records/public',
      type: 'dnsRecords',
      name: `*.apps.${hostedClusterName}`,
      after: ['zone/public'],
      input: {
        zone: ids.publicZone,
        apiVersion: apiVersions.dnsZone,
        names: [`*.apps.${hostedClusterName}`, `api.${hostedClusterName}`],
      },
      role: 'sweep',
    },
  ];
};
