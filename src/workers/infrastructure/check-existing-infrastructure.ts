import type { InfrastructureRequest } from '../../domain/infrastructure/infrastructure-plan.ts';
import { infrastructureTiming } from '../../domain/infrastructure/infrastructure-state.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import {
  begunState,
  databaseClock,
  heldState,
  type InfrastructureWork,
  saveState,
  withCloud,
} from './infrastructure-pass.ts';
import { hashInput } from './infrastructure-request.ts';

/**
 * Looks at what the user made, by reading only, before anything refers to it, and now and then afterwards. Where this installation does
 * not reach the cloud at all it is taken as it is.
 */
export const checkExistingInfrastructure = async (
  step: InfrastructureWork,
  request: InfrastructureRequest,
): Promise<void> => {
  const { deps, work } = step;
  const { platform } = work.cluster.spec;
  const now = databaseClock(step);
  const planHash = hashInput(platform);
  const begun = {
    ...begunState(work.infrastructureState, work.infrastructureState?.phase ?? 'creating', now()),
    triedPlanHash: planHash,
  };
  const result =
    deps.clouds.providerOf(platform.type) === undefined
      ? { problems: [] }
      : await withCloud(step, 'scan', (session) => session.preflight(request, []));
  if ('refused' in result || result.problems.length > 0) {
    deps.logger.warn(
      { clusterId: work.cluster.id, ...result },
      'the infrastructure of the user is not as it should be',
    );
    await saveState(step, { infrastructureState: heldState(begun, result, now()) });
    return;
  }
  await saveState(step, {
    infrastructureState: {
      ...begun,
      phase: 'ready',
      planHash,
      failures: [],
      problems: [],
      failedPasses: 0,
      passedAt: now(),
      nextPassAt: plusSeconds(now(), infrastructureTiming.check),
    },
  });
};
