import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { apiVersions } from './api-versions.ts';
import { armStep, foundStep, tagsOf } from './arm-step.ts';
import { type AzureIds, domainPrefixOf, managedOf } from './azure-ids.ts';

const groupStep = (request: InfrastructureRequest, { group, groupName }: AzureIds): PlannedStep => {
  const { azure, infrastructure } = managedOf(request);
  const apiVersion = apiVersions.resourceGroup;
  return infrastructure.resourceGroup === undefined
    ? armStep(
        { id: 'resourceGroup', type: 'resourceGroup', name: groupName, after: [] },
        { id: group, apiVersion, body: { location: azure.location, tags: tagsOf(request) } },
      )
    : foundStep(
        { id: 'resourceGroup', type: 'foundResource', name: `resource group ${groupName}` },
        { id: group, apiVersion },
      );
};

const publicZoneStep = (
  { spec }: InfrastructureRequest,
  { publicZone, subscription }: AzureIds,
): PlannedStep => ({
  id: 'zone/public',
  type: 'publicZone',
  name: spec.dns?.baseDomain ?? '',
  after: [],
  input: {
    apiVersion: apiVersions.dnsZone,
    ...(publicZone === undefined
      ? { collection: `${subscription}/providers/Microsoft.Network/dnszones` }
      : { id: publicZone }),
  },
  role: 'found',
});

/** The group, and the zone of the base domain, which is the user's. */
export const groupSteps = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] => [
  groupStep(request, ids),
  publicZoneStep(request, ids),
];

/** Records of the cluster in the user's zone, which its operators make. */
export const recordSteps = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const name = ['*.apps', domainPrefixOf(request)].filter((part) => part !== '').join('.');
  return [
    {
      id: 'others/records',
      type: 'dnsRecords',
      name,
      after: [],
      input: { zoneStep: 'zone/public', apiVersion: apiVersions.dnsZone, names: [name] },
      role: 'sweep',
    },
  ];
};

const groupSweep = (
  request: InfrastructureRequest,
  { group, groupName }: AzureIds,
  sweep: Pick<PlannedStep, 'id' | 'after'> & {
    readonly part: 'machines' | 'remains';
    readonly input?: JsonObject;
  },
): PlannedStep => ({
  id: sweep.id,
  type: 'clusterResources',
  name: `${sweep.part} of ${request.infraId} in ${groupName}`,
  after: sweep.after,
  input: { group, apiVersion: apiVersions.resources, part: sweep.part, ...sweep.input },
  role: 'sweep',
});

const isOwnGroup = (request: InfrastructureRequest): boolean =>
  managedOf(request).infrastructure.resourceGroup === undefined;

/** In a group of the user's, machines of the cluster: network and load balancer are free only without them. */
export const machineSweep = (
  request: InfrastructureRequest,
  ids: AzureIds,
  own: readonly PlannedStep[],
): readonly PlannedStep[] => {
  if (isOwnGroup(request)) return [];
  const kinds = ['securityGroup', 'virtualNetwork', 'loadBalancer', 'privateZone'];
  const after = own.filter(({ type }) => kinds.includes(type)).map(({ id }) => id);
  return [groupSweep(request, ids, { id: 'others/machines', part: 'machines', after })];
};

/** In a group of the user's, what is free only without machines and load balancer. First in the plan, so last to go. */
export const remainsSweep = (request: InfrastructureRequest, ids: AzureIds): readonly PlannedStep[] =>
  isOwnGroup(request)
    ? []
    : [
        groupSweep(request, ids, {
          id: 'others/remains',
          part: 'remains',
          after: [],
          input: { behind: ids.loadBalancer, behindApiVersion: apiVersions.network },
        }),
      ];
