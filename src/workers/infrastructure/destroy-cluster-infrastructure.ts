import { releaseQuotas } from '../../db/repositories/quota-reservations.ts';
import type { InfrastructureRequest } from '../../domain/infrastructure/infrastructure-plan.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import { destroyInfrastructure } from '../../providers/infrastructure/engine/destroy.ts';
import { removeIssuer } from '../issuer/cluster-issuer.ts';
import { fenced } from '../reconcile-step.ts';
import {
  begunState,
  databaseClock,
  type InfrastructureWork,
  passInput,
  pauseAfter,
  saveState,
  withCloud,
} from './infrastructure-pass.ts';
import { managedInfrastructureOf } from './infrastructure-request.ts';

/** One pass that takes away what a cluster stood on in its cloud; `gone` is stored when a whole pass has found nothing. */
export const destroyClusterInfrastructure = async (
  step: InfrastructureWork,
  request: InfrastructureRequest,
): Promise<void> => {
  const { deps, work } = step;
  const now = databaseClock(step);
  const before = work.infrastructureState;
  const isBegun = before?.phase === 'destroying';
  const begun = begunState(isBegun ? before : undefined, 'destroying', now());
  if (!isBegun) {
    await fenced(deps, work.cluster.tenantId, step.lease, (tx) => releaseQuotas(tx, work.cluster.id));
    await saveState(step, { infrastructureState: begun });
  }
  const plan = managedInfrastructureOf(work).plan(request);
  const result = await withCloud(step, 'destroy', async (session) => {
    const outcome = await destroyInfrastructure(await passInput(step, session, request, plan, now));
    if (outcome.isGone) await removeIssuer(step);
    return outcome;
  });
  const failures = 'refused' in result ? [result.refused] : result.failures;
  const failedPasses = failures.length === 0 ? 0 : begun.failedPasses + 1;
  const isGone = !('refused' in result) && result.isGone;
  const waited = 'refused' in result ? 0 : (result.againInSeconds ?? 0);
  const pause = failedPasses > 0 ? pauseAfter(failures, failedPasses) : waited;
  const log = { clusterId: work.cluster.id, tenantId: work.cluster.tenantId };
  deps.logger.info({ ...log, isGone, failures }, 'infrastructure taken away');
  await saveState(step, {
    infrastructureState: {
      ...begun,
      phase: isGone ? 'gone' : 'destroying',
      failures,
      failedPasses,
      waitingFor: 'refused' in result ? [] : result.waiting.map(({ what }) => what),
      passedAt: now(),
      nextPassAt: plusSeconds(now(), pause),
    },
  });
};
