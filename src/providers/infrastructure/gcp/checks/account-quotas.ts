import type { PlannedStep } from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type QuotaFinding } from '../../contract.ts';
import { objectsOf, textsOf } from '../../rest/json-fields.ts';
import { numberOf } from '../http/fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { readBindings } from '../iam-policy.ts';

/** Quotas of Compute Engine that a project has as a whole, and the type of step that takes one of each. */
const computeQuotas = [
  { metric: 'NETWORKS', name: 'VPC networks', type: 'network' },
  { metric: 'SUBNETWORKS', name: 'Subnets', type: 'subnet' },
  { metric: 'FIREWALLS', name: 'Firewall rules', type: 'firewall' },
  { metric: 'ROUTERS', name: 'Cloud routers', type: 'router' },
] as const;

/** Of a project that nobody has asked more for. Source: IAM, quotas and limits. */
const defaultAccounts = 100;

/** A principal counts once for each role that it has. Source: IAM, quotas and limits. */
const maxPolicyMembers = 1500;

const accountCount = 'iam.googleapis.com%2Fquota%2Fservice-account-count';

type Plan = readonly PlannedStep[];

const stepsOf = (plan: Plan, type: string): readonly string[] =>
  plan.filter((step) => step.type === type && step.role === undefined).map(({ id }) => id);

const readComputeQuotas = (project: JsonObject | undefined, plan: Plan): readonly QuotaFinding[] =>
  computeQuotas.flatMap(({ metric, name, type }) => {
    const quota = objectsOf(project, 'quotas').find((entry) => entry['metric'] === metric);
    const limit = numberOf(quota, 'limit');
    const used = numberOf(quota, 'usage');
    const steps = stepsOf(plan, type);
    return limit === undefined || used === undefined
      ? []
      : [{ code: `compute/${metric}`, name, limit, used, needed: steps.length, steps }];
  });

/** The limit that holds for the project; the default one where it may not be read. */
const accountLimit = async (api: GcpApi, number: string): Promise<number> => {
  try {
    const metric = await api.get(
      'serviceUsage',
      `projects/${number}/services/iam.googleapis.com/consumerQuotaMetrics/${accountCount}`,
    );
    const limits = objectsOf(metric, 'consumerQuotaLimits')
      .flatMap((limit) => objectsOf(limit, 'quotaBuckets'))
      .flatMap((bucket) => numberOf(bucket, 'effectiveLimit') ?? []);
    return limits[0] ?? defaultAccounts;
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'permission') return defaultAccounts;
    throw error;
  }
};

const countAccounts = async (api: GcpApi, project: string): Promise<number> =>
  (await api.list('iam', `projects/${project}/serviceAccounts`, { pageSize: '100' })).reduce(
    (sum, page) => sum + objectsOf(page, 'accounts').length,
    0,
  );

const countMembers = async (api: GcpApi, project: string): Promise<number> =>
  (await readBindings(api, { service: 'resourceManager', path: `projects/${project}` })).reduce(
    (sum, { members }) => sum + members.length,
    0,
  );

/** Members that the policy of the project gets. */
const neededMembers = (plan: Plan): number =>
  plan
    .filter(({ type }) => type === 'projectRoles')
    .flatMap(({ input }) => objectsOf(input, 'roles'))
    .reduce((sum, entry) => sum + textsOf(entry, 'emails').length, 0);

/** What the project has of each thing that a cluster needs, what is used, and what the plan adds. */
export const readQuotas = async (
  api: GcpApi,
  { project, number, plan }: { readonly project: string; readonly number: string; readonly plan: Plan },
): Promise<readonly QuotaFinding[]> => {
  const [compute, limit, accounts, members] = await Promise.all([
    api.get('compute', `projects/${project}`),
    accountLimit(api, number),
    countAccounts(api, project),
    countMembers(api, project),
  ]);
  const accountSteps = stepsOf(plan, 'serviceAccount');
  const findings: readonly QuotaFinding[] = [
    ...readComputeQuotas(compute, plan),
    {
      code: 'iam/service-account-count',
      name: 'Service accounts',
      limit,
      used: accounts,
      needed: accountSteps.length,
      steps: accountSteps,
    },
    {
      code: 'iam/policy-members',
      name: 'Members of the IAM policy of the project',
      limit: maxPolicyMembers,
      used: members,
      needed: neededMembers(plan),
      steps: stepsOf(plan, 'projectRoles'),
    },
  ];
  // A project has them as a whole, whatever the region.
  return findings.map((finding) => ({ ...finding, isOfAccount: true }));
};
