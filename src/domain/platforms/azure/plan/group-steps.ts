import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
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

/**
 * What operators of the cluster make outside of what goes with the group: records in the user's zone; and in a group of the
 * user's all that carries the mark of the cluster. `own` are the steps of Berth's own things.
 */
export const sweepSteps = (
  request: InfrastructureRequest,
  ids: AzureIds,
  own: readonly PlannedStep[],
): readonly PlannedStep[] => {
  const { infrastructure } = managedOf(request);
  const name = ['*.apps', domainPrefixOf(request)].filter((part) => part !== '').join('.');
  const records: PlannedStep = {
    id: 'others/records',
    type: 'dnsRecords',
    name,
    after: [],
    input: { zoneStep: 'zone/public', apiVersion: apiVersions.dnsZone, names: [name] },
    role: 'sweep',
  };
  if (infrastructure.resourceGroup === undefined) return [records];
  const kinds = ['securityGroup', 'virtualNetwork', 'publicIp', 'loadBalancer', 'privateZone'];
  return [
    records,
    {
      id: 'others/resources',
      type: 'clusterResources',
      name: `things of ${request.infraId} in ${ids.groupName}`,
      after: own.filter(({ type }) => kinds.includes(type)).map(({ id }) => id),
      input: { group: ids.group, apiVersion: apiVersions.resources },
      role: 'sweep',
    },
  ];
};
