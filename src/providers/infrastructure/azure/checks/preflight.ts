import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type {
  AzureExistingInfrastructure,
  AzurePlatform,
} from '../../../../domain/platforms/azure/azure-spec.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/network-steps.ts';
import { platformBlock } from '../../../../domain/platforms/platform-rules.ts';
import { isJsonObject, type JsonObject } from '../../../../domain/shared/json.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import type { PreflightReport, QuotaFinding } from '../../contract.ts';
import type { AzureApi } from '../http/azure-api.ts';

const subscriptionVersion = '2022-12-01';

/** What a subscription may have; Azure has no call that says so. Source: Azure subscription and service limits. */
const limits = { resourceGroups: 980, roleAssignments: 4000 } as const;

const at = (...path: readonly string[]): string => pointerOf('spec', 'platform', 'azure', ...path);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const propertiesOf = (resource: JsonObject): JsonObject =>
  isJsonObject(resource['properties']) ? resource['properties'] : {};

const checkLocation = async (api: AzureApi, azure: AzurePlatform): Promise<readonly FieldProblem[]> => {
  const locations = await api.list(`/subscriptions/${azure.subscriptionId}/locations`, subscriptionVersion);
  const names = locations.map(({ name }) => textOf(name) ?? '').filter((name) => name !== '');
  if (names.includes(azure.location)) return [];
  return [
    {
      pointer: at('location'),
      code: 'not-found',
      detail: `The subscription has no location ${azure.location}.`,
      allowed: names.toSorted().slice(0, 100),
    },
  ];
};

const missing = (pointer: string, id: string): FieldProblem => ({
  pointer,
  code: 'not-found',
  detail: `There is no ${id}, or the credential may not see it.`,
});

const elsewhere = (pointer: string, what: string, found: string, wanted: string): FieldProblem => ({
  pointer,
  code: 'conflict',
  detail: `${what} is in ${found}, the cluster in ${wanted}.`,
});

const checkExisting = async (
  api: AzureApi,
  azure: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const members = ['vnetId', 'subnetId', 'securityGroupId'] as const;
  const found = await Promise.all(
    members.map((member) => api.get(infrastructure[member], apiVersions.network)),
  );
  const group = await api.get(
    `/subscriptions/${azure.subscriptionId}/resourceGroups/${infrastructure.resourceGroup}`,
    apiVersions.resourceGroup,
  );
  const located = members.flatMap((member, index): readonly FieldProblem[] => {
    const resource = found[index];
    if (resource === undefined) return [missing(at('infrastructure', member), infrastructure[member])];
    const location = textOf(resource['location']);
    return location === undefined || location === azure.location
      ? []
      : [elsewhere(at('infrastructure', member), infrastructure[member], location, azure.location)];
  });
  const [, subnet] = found;
  const own = subnet === undefined ? undefined : propertiesOf(subnet)['networkSecurityGroup'];
  const ownId = isJsonObject(own) ? textOf(own['id']) : undefined;
  const isGuarded =
    ownId === undefined || ownId.toLowerCase() === infrastructure.securityGroupId.toLowerCase();
  return [
    ...(group === undefined
      ? [missing(at('infrastructure', 'resourceGroup'), infrastructure.resourceGroup)]
      : []),
    ...located,
    ...(isGuarded
      ? []
      : [
          {
            pointer: at('infrastructure', 'securityGroupId'),
            code: 'conflict',
            detail: `The subnet has another security group: ${ownId}.`,
          },
        ]),
  ];
};

const checkZone = async (
  api: AzureApi,
  azure: AzurePlatform,
  request: InfrastructureRequest,
): Promise<readonly FieldProblem[]> => {
  const { infrastructure } = azure;
  if (infrastructure.mode !== 'managed') return [];
  const group = infrastructure.dnsZoneResourceGroup;
  const domain = request.spec.dns?.baseDomain ?? '';
  const id = `/subscriptions/${azure.subscriptionId}/resourceGroups/${group}/providers/Microsoft.Network/dnsZones/${domain}`;
  const zone = await api.get(id, apiVersions.dnsZone);
  return zone === undefined
    ? [
        missing(
          at('infrastructure', 'dnsZoneResourceGroup'),
          `public DNS zone ${domain} in the resource group ${group}`,
        ),
      ]
    : [];
};

const countQuotas = async (
  api: AzureApi,
  { subscriptionId }: AzurePlatform,
  plan: readonly PlannedStep[],
): Promise<readonly QuotaFinding[]> => {
  const subscription = `/subscriptions/${subscriptionId}`;
  const [groups, assignments] = await Promise.all([
    api.list(`${subscription}/resourcegroups`, apiVersions.resourceGroup),
    api.list(`${subscription}/providers/Microsoft.Authorization/roleAssignments`, apiVersions.roleAssignment),
  ]);
  const stepsOf = (type: string): readonly string[] =>
    plan.filter((step) => step.type === type).map(({ id }) => id);
  const finding = (code: string, name: string, limit: number, used: number, type: string): QuotaFinding => {
    const steps = stepsOf(type);
    return { code, name, limit, used, needed: steps.length, steps };
  };
  return [
    finding(
      'resourceGroups',
      'Resource groups per subscription',
      limits.resourceGroups,
      groups.length,
      'resourceGroup',
    ),
    finding(
      'roleAssignments',
      'Role assignments per subscription',
      limits.roleAssignments,
      assignments.length,
      'roleAssignment',
    ),
  ];
};

/** Whether a subscription can take a cluster. Reads only; every problem at once. */
export const preflightAzure = async (
  api: AzureApi,
  request: InfrastructureRequest,
  plan: readonly PlannedStep[],
): Promise<PreflightReport> => {
  const { azure } = platformBlock(request.spec, 'azure');
  const { infrastructure } = azure;
  const problems = await Promise.all([
    checkLocation(api, azure),
    infrastructure.mode === 'existing' ? checkExisting(api, azure, infrastructure) : [],
    checkZone(api, azure, request),
  ]);
  return {
    account: azure.subscriptionId,
    region: azure.location,
    problems: problems.flat(),
    quotas: infrastructure.mode === 'existing' ? [] : await countQuotas(api, azure, plan),
  };
};
