import type { InfrastructureRequest, PlannedStep } from '../infrastructure/infrastructure-plan.ts';
import type { QuotaCount } from '../infrastructure/quota-problems.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { Quota, QuotaDemand, QuotaDimension, QuotaScope } from '../quota/quota.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { ClusterSpec } from './cluster-spec.ts';

/** One thing in a cloud that would be made, looked up, or watched for. */
export interface PlannedResource {
  readonly step: string;
  readonly type: string;
  readonly name: string;
  readonly after: readonly string[];
  /** Made by Berth, or looked up and left alone. */
  readonly ownership: 'managed' | 'external';
}

/** Whether the cloud account was looked at: `notAsked` when there is none to look at, or problems came before. */
export type AccountCheck = 'checked' | 'notAsked' | 'unanswered';

/** What a request would do; nothing of it is stored. A plan without problems is a request that is accepted. */
export interface ClusterPlan {
  readonly problems: readonly FieldProblem[];
  readonly version?: string;
  readonly resources: readonly PlannedResource[];
  readonly account: AccountCheck;
  readonly quotas: readonly QuotaCount[];
  /** What the tenant and the project would come to use. */
  readonly quota: readonly PlannedUse[];
}

/** One thing that is counted, before and after what is planned. */
export interface PlannedUse {
  readonly scope: QuotaScope;
  readonly dimension: QuotaDimension;
  readonly limit?: number;
  readonly before: number;
  readonly after: number;
}

/** What the demand adds to what each scope uses. */
export const plannedUse = (scopes: readonly Quota[], demand: QuotaDemand): readonly PlannedUse[] =>
  scopes.flatMap(({ scope, dimensions }) =>
    dimensions.map(({ dimension, limit, used }) => ({
      scope,
      dimension,
      ...(limit === undefined ? {} : { limit }),
      before: used,
      after: used + (demand[dimension] ?? 0),
    })),
  );

const toResource = ({ id, type, name, after, role }: PlannedStep): PlannedResource => ({
  step: id,
  type,
  name,
  after,
  ownership: role === 'found' ? 'external' : 'managed',
});

/** What would be made in the cloud. Things of others that a deletion sweeps are no part of a creation. */
export const plannedResources = (
  spec: ClusterSpec,
  request: InfrastructureRequest,
): readonly PlannedResource[] => {
  const rules = platformOf(spec.platform.type);
  if (rules.managed === undefined || rules.existingInfrastructure(spec) !== undefined) return [];
  return rules.managed
    .plan(request)
    .filter(({ role }) => role !== 'sweep')
    .map(toResource);
};
