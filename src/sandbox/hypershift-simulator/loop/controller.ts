import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import { hasStatus } from '../../kube-client/kube-api-error.ts';
import type { KubeClient } from '../../kube-client/kube-client.ts';
import { type KubeResource, resources } from '../../kube-client/resource.ts';
import type { Decision, Wait } from '../decision.ts';
import { decideHostedCluster } from '../hosted-cluster/decide-hosted-cluster.ts';
import { decideNodePool } from '../node-pool/decide-node-pool.ts';
import { asKubeObject, type HostedCluster, type NodePool } from '../objects.ts';
import type { Pace } from '../pace.ts';
import type { KnownReleases } from '../release.ts';
import { carryOut } from './carry-out.ts';
import type { LookUp } from './look-up.ts';
import type { Performer } from './perform.ts';
import type { SimulatorLogger } from './simulator-logger.ts';
import type { StepClock } from './step-clock.ts';
import type { WorkQueue } from './work-queue.ts';
import type { World } from './world.ts';

export interface ControllerParts {
  readonly client: KubeClient;
  readonly performer: Performer;
  readonly lookUp: LookUp;
  readonly world: World;
  readonly clock: StepClock;
  readonly pace: Pace;
  readonly releases: KnownReleases;
  readonly now: () => number;
  readonly logger: SimulatorLogger;
}

const conflictRetryMs = 20;
const firstRetryMs = 100;
const lastRetryMs = 10_000;
const mostPollDoublings = 4;

/** Reads what the decision needs, decides, carries it out, and says when to look again. */
export const createController = (parts: ControllerParts, queue: () => WorkQueue) => {
  const { client, performer, lookUp, world, clock, pace, releases, now, logger } = parts;
  const failures = new Map<string, number>();
  const polls = new Map<string, number>();

  /** What our own write brought about: others may have waited for it. */
  const learn = (object: KubeObject): void => {
    const isGone = object.metadata.deletionTimestamp !== undefined && !object.metadata.finalizers?.length;
    for (const key of isGone ? world.drop(object) : world.put(object)) queue().ring(key);
  };

  /** Each look in vain doubles the time to the next one: hundreds of clusters may wait at once. */
  const nextPollMs = (key: string): number => {
    const looked = polls.get(key) ?? 0;
    polls.set(key, looked + 1);
    return pace.pollMs * 2 ** Math.min(looked, mostPollDoublings);
  };

  const schedule = (key: string, uid: string, wait: Wait): void => {
    if (wait.kind !== 'poll') polls.delete(key);
    if (wait.kind === 'again') queue().ring(key);
    else if (wait.kind === 'step') queue().ringLater(key, Math.ceil(pace.realMs(uid, wait.due.seconds)));
    else if (wait.kind === 'poll') queue().ringLater(key, nextPollMs(key), wait.expected);
    else queue().ringLater(key, Math.max(1, wait.at - now()), false);
  };

  const finish = async <S extends object>(
    key: string,
    resource: KubeResource,
    object: HostedCluster | NodePool,
    decision: Decision<S>,
    decidedAt: number,
  ): Promise<void> => {
    if (decision.taken?.length) logger.debug({ key, steps: decision.taken }, 'steps taken');
    const written = await carryOut(client, performer, resource, object, decision);
    clock.note(object.metadata.uid, decision.wait, decidedAt);
    learn(written);
    if (decision.wait) schedule(key, object.metadata.uid, decision.wait);
  };

  const lookAtCluster = async (key: string, cluster: HostedCluster): Promise<void> => {
    const [referenceProblems, controlPlaneNamespace] = await Promise.all([
      lookUp.referenceProblems(cluster),
      lookUp.controlPlaneNamespace(cluster),
    ]);
    const decidedAt = now();
    const decision = decideHostedCluster({
      cluster,
      pools: world.poolsOf(cluster),
      referenceProblems,
      controlPlaneNamespace,
      releases,
      now: decidedAt,
      waited: clock.waited(cluster, decidedAt),
    });
    await finish(key, resources.hostedClusters, cluster, decision, decidedAt);
  };

  const lookAtPool = async (key: string, pool: NodePool): Promise<void> => {
    const problems = await lookUp.configProblems(pool);
    const decidedAt = now();
    const decision = decideNodePool({
      pool,
      cluster: world.clusterOf(pool),
      configProblem: problems.config,
      tuningProblem: problems.tuning,
      releases,
      now: decidedAt,
      waited: clock.waited(pool, decidedAt),
    });
    await finish(key, resources.nodePools, pool, decision, decidedAt);
  };

  const refresh = async (resource: KubeResource, object: KubeObject): Promise<void> => {
    const { namespace, name } = object.metadata;
    const fresh = await client.get(resource, { ...(namespace && { namespace }), name });
    for (const key of fresh ? world.put(fresh) : world.drop(object)) queue().ring(key);
  };

  const retryLater = (key: string, error: unknown): void => {
    const failed = failures.get(key) ?? 0;
    failures.set(key, failed + 1);
    const delayMs = Math.min(lastRetryMs, firstRetryMs * 2 ** failed);
    logger.warn({ key, err: error, retryInMs: delayMs }, 'could not drive the object; will retry');
    queue().ringLater(key, delayMs);
  };

  return async (key: string): Promise<void> => {
    const found = world.find(key);
    if (!found) {
      polls.delete(key);
      return;
    }
    const { cluster, pool } = found;
    try {
      if (cluster) await lookAtCluster(key, cluster);
      else await lookAtPool(key, pool);
      failures.delete(key);
    } catch (error) {
      if (!hasStatus(error, 409) && !hasStatus(error, 404)) return retryLater(key, error);
      try {
        await refresh(
          cluster ? resources.hostedClusters : resources.nodePools,
          asKubeObject(cluster ?? pool),
        );
        queue().ringLater(key, conflictRetryMs);
      } catch (again) {
        retryLater(key, again);
      }
    }
  };
};
