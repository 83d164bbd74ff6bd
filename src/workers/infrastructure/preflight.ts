import { listClusterNodePools } from '../../db/repositories/node-pools.ts';
import {
  countReservedQuotas,
  releaseQuotas,
  reserveQuotas,
} from '../../db/repositories/quota-reservations.ts';
import type { InfrastructureRequest, PlannedStep } from '../../domain/infrastructure/infrastructure-plan.ts';
import { checkQuotas } from '../../domain/infrastructure/quota-problems.ts';
import type { FieldProblem } from '../../domain/shared/problem.ts';
import type { CloudSession } from '../../providers/infrastructure/contract.ts';
import { fenced } from '../reconcile-step.ts';
import type { InfrastructureWork } from './infrastructure-pass.ts';

/**
 * Looks whether an account can take a cluster before anything is made in it, and reserves what it needs of the quotas, unless
 * something else is in the way: then others are not kept waiting for a cluster that cannot be made. Every problem at once; reads only.
 */
export const checkAccount = async (
  { deps, lease, work }: InfrastructureWork,
  session: CloudSession,
  request: InfrastructureRequest,
  plan: readonly PlannedStep[],
): Promise<readonly FieldProblem[]> => {
  const { tenantId, id, spec } = work.cluster;
  const pools = await listClusterNodePools(deps.database.tenant(tenantId), id);
  const nodePools = pools.map((pool) => pool.spec);
  const report = await session.preflight({ ...request, nodePools }, plan);
  const { problems, quotas } = report;
  let reserved: ReadonlyMap<string, number> = new Map();
  await fenced(deps, tenantId, lease, async (tx) => {
    if (problems.length > 0) {
      await releaseQuotas(tx, id);
      reserved = await countReservedQuotas(tx, report, id);
    } else reserved = await reserveQuotas(tx, id, report, quotas);
  });
  return [...problems, ...checkQuotas(spec.platform.type, quotas, (code) => reserved.get(code) ?? 0)];
};
