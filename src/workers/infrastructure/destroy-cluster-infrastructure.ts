import { releaseQuotas } from '../../db/repositories/quota-reservations.ts';
import type { InfrastructureRequest } from '../../domain/infrastructure/infrastructure-plan.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import { type DestroyOutcome, destroyInfrastructure } from '../../providers/infrastructure/engine/destroy.ts';
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
    const input = await passInput(step, session, request, plan, now);
    const outcome = await destroyInfrastructure(input, begun.sweptAt);
    if (outcome.isGone) await removeIssuer(step);
    return outcome;
  });
  const outcome: DestroyOutcome =
    'refused' in result ? { isGone: false, failures: [result.refused], waiting: [] } : result;
  const { isGone, failures, waiting, sweptAt, againInSeconds = 0 } = outcome;
  const failedPasses = failures.length === 0 ? 0 : begun.failedPasses + 1;
  const pause = failedPasses > 0 ? pauseAfter(failures, failedPasses) : againInSeconds;
  const { sweptAt: _before, ...known } = begun;
  const log = { clusterId: work.cluster.id, tenantId: work.cluster.tenantId };
  deps.logger.info({ ...log, isGone, failures }, 'infrastructure taken away');
  await saveState(step, {
    infrastructureState: {
      ...known,
      ...(sweptAt === undefined ? {} : { sweptAt }),
      phase: isGone ? 'gone' : 'destroying',
      failures,
      failedPasses,
      waitingFor: waiting.map(({ what }) => what),
      passedAt: now(),
      nextPassAt: plusSeconds(now(), pause),
    },
  });
};
