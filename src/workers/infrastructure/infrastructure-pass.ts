import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { assertLease, type Lease } from '../../db/lease.ts';
import { type ClusterWork, saveClusterWork } from '../../db/repositories/cluster-work.ts';
import { wakeNodePools } from '../../db/repositories/node-pool-work.ts';
import type { StepFailure } from '../../domain/infrastructure/cloud-failure.ts';
import type { InfrastructureRequest, PlannedStep } from '../../domain/infrastructure/infrastructure-plan.ts';
import type { InfrastructureRecord } from '../../domain/infrastructure/infrastructure-record.ts';
import {
  type InfrastructureState,
  infrastructureTiming,
} from '../../domain/infrastructure/infrastructure-state.ts';
import type { FieldProblem } from '../../domain/shared/problem.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import { type AccessPhase, CloudError, type CloudSession } from '../../providers/infrastructure/contract.ts';
import type { PassInput } from '../../providers/infrastructure/engine/pass.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { fenced } from '../reconcile-step.ts';
import { loadJournal } from './infrastructure-journal.ts';
import { hashInput } from './infrastructure-request.ts';
import { openCloud } from './open-cloud.ts';

/** Steps of one cluster that are worked on at once. */
const concurrency = 4;

const visibilitySeconds = 60;

export interface InfrastructureWork {
  readonly deps: WorkerDependencies;
  readonly lease: Lease;
  readonly work: ClusterWork;
}

/** The database's clock, carried on by the process's own. */
export const databaseClock = ({ deps, work }: InfrastructureWork): (() => string) => {
  const monotonic = deps.monotonic ?? (() => performance.now());
  const start = monotonic();
  return () => plusSeconds(work.now, (monotonic() - start) / 1000);
};

/** Stores how a pass goes, and which credentials it was made with: better ones begin another at once. */
export const saveState = (
  { deps, lease, work }: InfrastructureWork,
  {
    infrastructure,
    infrastructureState,
  }: { readonly infrastructureState: InfrastructureState; readonly infrastructure?: InfrastructureRecord },
): Promise<void> => {
  const { tenantId, id, infrastructure: known } = work.cluster;
  const { credentialWakes } = work;
  const isNew = infrastructure !== undefined && !isDeepStrictEqual(infrastructure.outputs, known?.outputs);
  return fenced(deps, tenantId, lease, async (tx) => {
    await saveClusterWork(tx, id, {
      infrastructureState: { ...infrastructureState, credentialWakes },
      ...(infrastructure === undefined ? {} : { infrastructure }),
    });
    // Pools that stood without a subnet may have one now.
    if (isNew && work.applied !== undefined) await wakeNodePools(tx, id);
  });
};

/** Throws when the lease of the cluster has changed hands: asked before each write to what no transaction reaches. */
export const assertHeld = ({ deps, lease, work }: InfrastructureWork): Promise<void> =>
  deps.database.withTenant(work.cluster.tenantId, (tx) => assertLease(tx, lease));

/** Kinds of refusal that pass by themselves, mostly soon. */
const passing: readonly StepFailure['kind'][] = ['transient', 'throttled', 'unknownOutcome', 'conflict'];

/**
 * Seconds until the next pass after one that met refusals: 10, 20, 40, … A cloud that says no for good reasons is not asked again
 * and again; what passes by itself is looked at twice a minute.
 */
export const pauseAfter = (failures: readonly StepFailure[], failedPasses: number): number => {
  const isPassing = failures.every(({ kind }) => passing.includes(kind));
  const longest = isPassing ? infrastructureTiming.pollBlocked : infrastructureTiming.longestPause;
  return Math.min(longest, 5 * 2 ** Math.min(failedPasses, 10));
};

/** A refusal that concerns the account as a whole, as the failure of the pass. */
const accountFailure = (error: CloudError): StepFailure => ({
  step: 'account',
  kind: error.kind,
  code: error.code,
  message: error.message,
});

/** Runs one pass in an open session; a session that cannot be opened is a failure like any other. */
export const withCloud = async <Outcome>(
  step: InfrastructureWork,
  phase: AccessPhase,
  run: (session: CloudSession) => Promise<Outcome>,
): Promise<Outcome | { readonly refused: StepFailure }> => {
  let session: CloudSession | undefined;
  try {
    session = await openCloud(step.deps, step.work, phase);
    return await run(session);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return { refused: accountFailure(error) };
  } finally {
    session?.close();
  }
};

export const passInput = async (
  step: InfrastructureWork,
  session: CloudSession,
  request: InfrastructureRequest,
  plan: readonly PlannedStep[],
  now: () => string,
): Promise<PassInput> => {
  const { deps, lease, work } = step;
  const { tenantId, id: clusterId } = work.cluster;
  return {
    request,
    plan,
    handlers: session.handlers,
    journal: await loadJournal(deps, lease, { tenantId, clusterId }),
    now,
    newToken: () => randomUUID(),
    hash: hashInput,
    assertHeld: () => assertHeld(step),
    concurrency,
    visibilitySeconds: deps.clouds.visibilitySeconds ?? visibilitySeconds,
  };
};

/** What is stored before the first call of a pass, so that a deletion knows that something may be there. */
export const begunState = (
  previous: InfrastructureState | undefined,
  phase: InfrastructureState['phase'],
  now: string,
): InfrastructureState => ({
  failures: [],
  problems: [],
  waitingFor: [],
  repaired: [],
  failedPasses: 0,
  passedAt: now,
  ...previous,
  phase,
  nextPassAt: now,
});

/** The account cannot take the cluster: every problem, with its field. */
export interface Unfit {
  readonly problems: readonly FieldProblem[];
}

/** What is stored when a pass could not begin: who refused, or what is wrong, and when it is tried again. */
export const heldState = (
  begun: InfrastructureState,
  held: Unfit | { readonly refused: StepFailure },
  now: string,
): InfrastructureState => {
  const failedPasses = begun.failedPasses + 1;
  const failures = 'refused' in held ? [held.refused] : [];
  const pause = 'refused' in held ? pauseAfter(failures, failedPasses) : infrastructureTiming.longestPause;
  return {
    ...begun,
    failures,
    problems: 'problems' in held ? held.problems : [],
    failedPasses,
    passedAt: now,
    nextPassAt: plusSeconds(now, pause),
  };
};
