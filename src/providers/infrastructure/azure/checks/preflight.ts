import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type { AzurePlatform } from '../../../../domain/platforms/azure/azure-spec.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import { platformBlock } from '../../../../domain/platforms/platform-rules.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import { CloudError, type PreflightReport } from '../../contract.ts';
import { textOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import type { AzurePlace } from '../http/arm-tokens.ts';
import { sameText } from '../http/fields.ts';
import { readQuotas } from './account-quotas.ts';
import { checkWorkloadIdentities } from './existing-identities.ts';
import { checkUsersNetwork } from './existing-network.ts';
import { checkLocation, checkPools, checkServices } from './place-checks.ts';
import { at, inInfrastructure, missing, problem } from './problems.ts';
import { readVmSizes } from './vm-sizes.ts';
import { checkZones } from './zone-checks.ts';

/** A credential opens one subscription of one tenant. */
const checkAccount = (azure: AzurePlatform, place: AzurePlace): readonly FieldProblem[] =>
  (['subscriptionId', 'tenantId'] as const)
    .filter((member) => !sameText(azure[member], place[member]))
    .map((member) => ({
      ...problem(at(member), 'conflict', `The credential is for ${place[member]}, not for ${azure[member]}.`),
      allowed: [place[member]],
    }));

const checkGroup = async (
  api: ArmApi,
  { subscriptionId, location }: AzurePlatform,
  name: string,
): Promise<readonly FieldProblem[]> => {
  const id = `/subscriptions/${subscriptionId}/resourceGroups/${name}`;
  const group = await api.get(id, apiVersions.resourceGroup);
  const pointer = inInfrastructure('resourceGroup');
  if (group === undefined) return [missing(pointer, `resource group ${name}`)];
  const found = textOf(group, 'location');
  // HyperShift asks for one location of all groups of a cluster.
  return found === undefined || sameText(found.replaceAll(' ', ''), location)
    ? []
    : [problem(pointer, 'conflict', `The group is in ${found}, the cluster in ${location}.`)];
};

/** What the user made, before anything refers to it. */
const checkUsersThings = async (
  api: ArmApi,
  { spec }: InfrastructureRequest,
  azure: AzurePlatform,
): Promise<readonly FieldProblem[]> => {
  const { infrastructure } = azure;
  if (infrastructure.mode === 'existing') {
    const { resourceGroup, vnetId, workloadIdentities: workload } = infrastructure;
    const found = await Promise.all([
      checkGroup(api, azure, resourceGroup),
      checkUsersNetwork(api, spec, azure, { ...infrastructure, at: [] }),
      checkZones(api, spec, vnetId),
      workload === undefined ? [] : checkWorkloadIdentities(api, azure, infrastructure, workload),
    ]);
    return found.flat();
  }
  const { resourceGroup, network } = infrastructure;
  const found = await Promise.all([
    resourceGroup === undefined ? [] : checkGroup(api, azure, resourceGroup),
    network === undefined ? [] : checkUsersNetwork(api, spec, azure, { ...network, at: ['network'] }),
    checkZones(api, spec, network?.vnetId),
  ]);
  return found.flat();
};

/** Things that the plan looks up: what is not there now will not be there when it is needed. */
const checkFound = async (api: ArmApi, plan: readonly PlannedStep[]): Promise<readonly FieldProblem[]> => {
  const zone = plan.find(({ type }) => type === 'publicZone');
  if (zone === undefined) return [];
  const id = textOf(zone.input, 'id');
  const pointer = '/spec/dns/baseDomain';
  const what = `public DNS zone ${zone.name}`;
  if (id !== undefined)
    return (await api.get(id, apiVersions.dnsZone)) === undefined
      ? [missing(pointer, `${what} (${id})`)]
      : [];
  const zones = await api.list(textOf(zone.input, 'collection') ?? '', apiVersions.dnsZone);
  const own = zones.filter((entry) => sameText(textOf(entry, 'name'), zone.name));
  if (own.length === 1) return [];
  return own.length === 0
    ? [missing(pointer, `${what} in the subscription`)]
    : [
        {
          ...problem(
            inInfrastructure('dnsZoneResourceGroup'),
            'required',
            `There are ${own.length} zones ${zone.name} in the subscription; say in which resource group.`,
          ),
          allowed: own.flatMap((entry) => textOf(entry, 'id')?.split('/')[4] ?? []),
        },
      ];
};

/** Whether a subscription can take a cluster. Reads only; every problem at once. */
export const preflightAzure = async (
  api: ArmApi,
  place: AzurePlace,
  request: InfrastructureRequest,
  plan: readonly PlannedStep[],
): Promise<PreflightReport> => {
  const { azure } = platformBlock(request.spec, 'azure');
  const { subscriptionId, location } = azure;
  const report = { account: subscriptionId, region: location };
  const account = checkAccount(azure, place);
  if (account.length > 0) return { ...report, problems: account, quotas: [] };
  const locationProblems = await checkLocation(api, azure);
  if (locationProblems.length > 0) return { ...report, problems: locationProblems, quotas: [] };
  const pools = request.nodePools ?? [];
  const [services, sizes, own, found] = await Promise.all([
    checkServices(api, azure),
    // Without the right to look at sizes a cluster can still be made.
    readVmSizes(api, subscriptionId, location).catch((error: unknown) => {
      if (error instanceof CloudError && error.kind === 'permission') return undefined;
      throw error;
    }),
    checkUsersThings(api, request, azure),
    checkFound(api, plan),
  ]);
  const isManaged = azure.infrastructure.mode === 'managed';
  return {
    ...report,
    problems: [
      ...services,
      ...(sizes === undefined ? [] : checkPools(sizes, location, pools)),
      ...own,
      ...found,
    ],
    quotas: isManaged
      ? await readQuotas(api, { subscriptionId, location, plan, pools, sizes: sizes ?? new Map() })
      : [],
  };
};
