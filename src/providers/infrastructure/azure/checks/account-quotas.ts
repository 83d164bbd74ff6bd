import type { PlannedStep } from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type { NodePoolSpec } from '../../../../domain/node-pool/node-pool-spec.ts';
import { azureNodePoolDefaults } from '../../../../domain/platforms/azure/node-pool-platform.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { QuotaFinding } from '../../contract.ts';
import { objectOf, textOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { numberOf } from '../http/fields.ts';
import type { VmSize } from './vm-sizes.ts';

/** What Azure does not say of a subscription. Source: Azure subscription and service limits. */
const limits = { resourceGroups: 980, roleAssignments: 4000 } as const;

/** Counted in each location by the network service: its word, ours, and the type of step that takes one. */
const networkQuotas: readonly (readonly [word: string, name: string, type: string])[] = [
  ['VirtualNetworks', 'Virtual networks', 'virtualNetwork'],
  ['NetworkSecurityGroups', 'Network security groups', 'securityGroup'],
  ['StandardSkuPublicIpAddresses', 'Standard public addresses', 'publicIp'],
  ['LoadBalancers', 'Load balancers', 'loadBalancer'],
];

type Plan = readonly PlannedStep[];

const stepsOf = (plan: Plan, type: string): readonly string[] =>
  plan.filter((step) => step.type === type && step.role === undefined).map(({ id }) => id);

const usageOf = (usages: readonly JsonObject[], word: string) => {
  const usage = usages.find(
    (entry) => textOf(objectOf(entry, 'name'), 'value')?.toLowerCase() === word.toLowerCase(),
  );
  const limit = numberOf(usage, 'limit');
  const used = numberOf(usage, 'currentValue');
  return limit === undefined || used === undefined ? undefined : { limit, used };
};

/** The count that holds for the subscription; a list takes its place where Azure gives none. */
const readAssignments = async (api: ArmApi, scope: string): Promise<{ limit: number; used: number }> => {
  const usage = await api.get(
    `${scope}/providers/Microsoft.Authorization/roleAssignmentsUsageMetrics`,
    apiVersions.roleAssignmentUsage,
  );
  const limit = numberOf(usage, 'roleAssignmentsLimit') ?? limits.roleAssignments;
  const used = numberOf(usage, 'roleAssignmentsCurrentCount');
  if (used !== undefined) return { limit, used };
  const listed = await api.list(
    `${scope}/providers/Microsoft.Authorization/roleAssignments`,
    apiVersions.roleAssignment,
  );
  return { limit, used: listed.length };
};

/** Machines that the pools have at most. */
const coresOf = (
  pools: readonly NodePoolSpec[],
  sizes: ReadonlyMap<string, VmSize>,
): ReadonlyMap<string, number> => {
  const cores = new Map<string, number>();
  for (const pool of pools) {
    const size = sizes.get((azureNodePoolDefaults(pool).instanceType ?? '').toLowerCase());
    const count = pool.replicas ?? pool.autoscaling?.max ?? 0;
    if (size === undefined || count === 0) continue;
    for (const name of ['cores', size.family]) cores.set(name, (cores.get(name) ?? 0) + count * size.cores);
  }
  return cores;
};

export interface QuotaQuestion {
  readonly subscriptionId: string;
  readonly location: string;
  readonly plan: Plan;
  readonly pools: readonly NodePoolSpec[];
  readonly sizes: ReadonlyMap<string, VmSize>;
}

/** What the subscription may have of each thing that a cluster needs, what is used, and what the plan adds. */
export const readQuotas = async (
  api: ArmApi,
  { subscriptionId, location, plan, pools, sizes }: QuotaQuestion,
): Promise<readonly QuotaFinding[]> => {
  const scope = `/subscriptions/${subscriptionId}`;
  const usages = (service: string, apiVersion: string) =>
    api.list(`${scope}/providers/${service}/locations/${location}/usages`, apiVersion);
  const [groups, assignments, network, compute] = await Promise.all([
    api.list(`${scope}/resourcegroups`, apiVersions.resourceGroup),
    readAssignments(api, scope),
    usages('Microsoft.Network', apiVersions.network),
    usages('Microsoft.Compute', apiVersions.compute),
  ]);
  const finding = (
    code: string,
    name: string,
    usage: { limit: number; used: number } | undefined,
    steps: readonly string[],
    needed = steps.length,
  ): readonly QuotaFinding[] =>
    usage === undefined || needed === 0 ? [] : [{ code, name, ...usage, needed, steps }];
  const ofAccount = (findings: readonly QuotaFinding[]): readonly QuotaFinding[] =>
    findings.map((one) => ({ ...one, isOfAccount: true }));
  return [
    ...ofAccount([
      ...finding(
        'resources/resourceGroups',
        'Resource groups of the subscription',
        { limit: limits.resourceGroups, used: groups.length },
        stepsOf(plan, 'resourceGroup'),
      ),
      ...finding(
        'authorization/roleAssignments',
        'Role assignments of the subscription',
        assignments,
        stepsOf(plan, 'roleAssignment'),
      ),
    ]),
    ...networkQuotas.flatMap(([word, name, type]) =>
      finding(`network/${word}`, `${name} in ${location}`, usageOf(network, word), stepsOf(plan, type)),
    ),
    ...[...coresOf(pools, sizes)].flatMap(([word, needed]) =>
      finding(`compute/${word}`, `Cores (${word}) in ${location}`, usageOf(compute, word), [], needed),
    ),
  ];
};
