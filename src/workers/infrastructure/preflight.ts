import { listClusterNodePools } from '../../db/repositories/node-pools.ts';
import { reserveQuotas } from '../../db/repositories/quota-reservations.ts';
import type { InfrastructureRequest, PlannedStep } from '../../domain/infrastructure/infrastructure-plan.ts';
import { quotaProblem } from '../../domain/infrastructure/quota-problems.ts';
import type { FieldProblem } from '../../domain/shared/problem.ts';
import type { CloudSession } from '../../providers/infrastructure/contract.ts';
import { fenced } from '../reconcile-step.ts';
import type { InfrastructureWork } from './infrastructure-pass.ts';

/**
 * Looks whether an account can take a cluster before anything is made in it, and reserves what it needs of the quotas.
 * Every problem at once; reads only.
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
  const problems: FieldProblem[] = [...report.problems];
  await fenced(deps, tenantId, lease, async (tx) => {
    const short = await reserveQuotas(tx, id, report, report.quotas);
    for (const { code, reserved } of short) {
      const quota = report.quotas.find((entry) => entry.code === code);
      if (quota !== undefined) problems.push(quotaProblem(spec.platform.type, quota, reserved));
    }
  });
  return problems;
};
