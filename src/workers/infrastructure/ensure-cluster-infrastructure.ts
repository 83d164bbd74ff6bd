import type { ClusterWork } from '../../db/repositories/cluster-work.ts';
import type { InfrastructureRequest } from '../../domain/infrastructure/infrastructure-plan.ts';
import type { InfrastructureRecord } from '../../domain/infrastructure/infrastructure-record.ts';
import {
  type InfrastructureState,
  infrastructureTiming,
} from '../../domain/infrastructure/infrastructure-state.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import type { CloudSession } from '../../providers/infrastructure/contract.ts';
import { type EnsureOutcome, ensureInfrastructure } from '../../providers/infrastructure/engine/ensure.ts';
import type { Journal } from '../../providers/infrastructure/engine/pass.ts';
import { notePlacesOf } from '../../services/note-leak-places.ts';
import { ensureIssuer, issuerMark, takeNewSigningKey } from '../issuer/cluster-issuer.ts';
import {
  begunState,
  databaseClock,
  heldState,
  type InfrastructureWork,
  passInput,
  pauseAfter,
  saveState,
  type Unfit,
  withCloud,
} from './infrastructure-pass.ts';
import { hashPlan, managedInfrastructureOf, requestOf } from './infrastructure-request.ts';
import { checkAccount } from './preflight.ts';

interface Ensured {
  readonly outcome: EnsureOutcome;
  readonly record?: InfrastructureRecord;
}

const recordOf = (
  step: InfrastructureWork,
  request: InfrastructureRequest,
  journal: Journal,
): InfrastructureRecord => {
  const managed = managedInfrastructureOf(step.work);
  const idOf = (id: string): string => {
    const known = journal.get(id)?.externalId;
    if (known === undefined)
      throw new TypeError(`the manifests need the id of step ${id}, which is not known`);
    return known;
  };
  const roles = new Map(managed.plan(request).map(({ id, role }) => [id, role]));
  return {
    platform: request.spec.platform.type,
    infraId: request.infraId,
    entries: journal
      .rows()
      .flatMap(({ step: id, externalId }) =>
        externalId === undefined
          ? []
          : [{ step: id, id: externalId, ownership: roles.get(id) === 'found' ? 'external' : 'managed' }],
      ),
    outputs: managed.outputs(request, idOf),
  };
};

const ensure = async (
  step: InfrastructureWork,
  session: CloudSession,
  request: InfrastructureRequest,
  isCheck: boolean,
  now: () => string,
): Promise<Ensured | Unfit> => {
  const plan = managedInfrastructureOf(step.work).plan(request);
  const pass = await passInput(step, session, request, plan, now);
  if (pass.journal.rows().length === 0) {
    const problems = await checkAccount(step, session, request, plan);
    if (problems.length > 0) return { problems };
  }
  const known = JSON.stringify(step.work.cluster.infrastructure?.outputs ?? {});
  const outcome = await ensureInfrastructure(pass, {
    isCheck,
    isReferredTo: (id) => known.includes(JSON.stringify(id)),
  });
  return { outcome, ...(outcome.isUsable ? { record: recordOf(step, request, pass.journal) } : {}) };
};

const stateAfter = (
  previous: InfrastructureState,
  { outcome }: Ensured,
  planHash: string,
  isCheck: boolean,
  now: string,
): InfrastructureState => {
  const { isComplete, failures, waiting, repaired, againInSeconds } = outcome;
  const failedPasses = failures.length === 0 ? 0 : previous.failedPasses + 1;
  const settled = isCheck ? infrastructureTiming.check : infrastructureTiming.firstCheck;
  const waited = failedPasses === 0 ? (againInSeconds ?? 5) : pauseAfter(failures, failedPasses);
  const pause = isComplete ? settled : waited;
  return {
    phase: isComplete || previous.phase === 'ready' ? 'ready' : 'creating',
    ...(isComplete ? { planHash } : previous.planHash === undefined ? {} : { planHash: previous.planHash }),
    triedPlanHash: planHash,
    passedAt: now,
    nextPassAt: plusSeconds(now, Math.max(1, pause)),
    failures,
    problems: [],
    waitingFor: waiting.map(({ what }) => what),
    repaired: isCheck ? repaired : previous.repaired,
    failedPasses,
  };
};

/** Stored before anything is made there: whatever becomes of the cluster, what it leaves is looked for. */
const noteWhereLeaksMayBe = ({ deps, work: { cluster } }: InfrastructureWork): Promise<void> =>
  notePlacesOf(
    deps.database.tenant(cluster.tenantId),
    cluster.id,
    platformOf(cluster.spec.platform.type).regionOf(cluster.spec),
  );

/** As the snapshot of the cluster has it. */
const planHashOf = ({ deps }: InfrastructureWork, work: ClusterWork): string =>
  hashPlan(managedInfrastructureOf(work).plan(requestOf(deps.clouds, work)), issuerMark(work));

/** One pass over what a cluster stands on in its cloud, and what came of it stored. */
export const ensureClusterInfrastructure = async (
  step: InfrastructureWork,
  isCheck: boolean,
): Promise<void> => {
  const { deps, work } = step;
  const now = databaseClock(step);
  const begun = {
    ...begunState(work.infrastructureState, work.infrastructureState?.phase ?? 'creating', now()),
    triedPlanHash: planHashOf(step, work),
  };
  if (work.infrastructureState === undefined) {
    await noteWhereLeaksMayBe(step);
    await saveState(step, { infrastructureState: begun });
  }
  const result = await withCloud(step, 'create', async (session) => {
    // What clouds are to trust is published before they are told of it.
    const ensured = await ensureIssuer(step, isCheck);
    const done: ClusterWork = { ...work, issuer: ensured.issuer };
    const request = requestOf(deps.clouds, done);
    const planHash = planHashOf(step, done);
    const made = await ensure(step, session, request, isCheck, now);
    if ('outcome' in made && made.outcome.isComplete) await takeNewSigningKey(step, ensured, now());
    return { planHash, ...made };
  });
  const log = { clusterId: work.cluster.id, tenantId: work.cluster.tenantId };
  if ('refused' in result || 'problems' in result) {
    deps.logger.warn({ ...log, ...result }, 'infrastructure cannot be made');
    await saveState(step, { infrastructureState: heldState(begun, result, now()) });
    return;
  }
  const infrastructureState = stateAfter(begun, result, result.planHash, isCheck, now());
  const { isComplete, isUsable, failures, repaired } = result.outcome;
  deps.logger.info({ ...log, isComplete, isUsable, failures, repaired }, 'infrastructure looked after');
  await saveState(step, {
    infrastructureState,
    ...(result.record === undefined ? {} : { infrastructure: result.record }),
  });
};
