import { BerthError } from '../shared/error.ts';
import type { FieldProblem } from '../shared/problem.ts';
import type { ExceededQuota } from './quota.ts';

const whoMust = { tenant: 'fleetOperator', project: 'tenantAdmin' } as const;

const asker = { tenant: 'the fleet operator', project: 'an admin of the tenant' } as const;

const remaining = ({ limit, used }: ExceededQuota): number => Math.max(0, limit - used);

const sentence = (quota: ExceededQuota): string => {
  const { scope, dimension, limit, used, requested } = quota;
  return `${dimension} of the ${scope}: ${used} of ${limit} are used, ${remaining(quota)} are left, ${requested} more are asked for. The limit is set by ${asker[scope]}.`;
};

/** One problem for every limit that is passed; they are of the request as a whole. */
export const quotaProblems = (exceeded: readonly ExceededQuota[]): readonly FieldProblem[] =>
  exceeded.map((quota) => ({ pointer: '', code: 'quota-exceeded', detail: sentence(quota) }));

/** The refusal of a request that asks for more than is left, with all limits in its way. */
export const quotaRefusal = (exceeded: readonly ExceededQuota[], cause?: unknown): BerthError =>
  new BerthError('quota-exceeded', 'The request asks for more than the quota has left. See `quotas`.', {
    problems: quotaProblems(exceeded),
    extensions: {
      quotas: exceeded.map((quota) => ({
        ...quota,
        remaining: remaining(quota),
        actor: whoMust[quota.scope],
      })),
    },
    cause,
  });
