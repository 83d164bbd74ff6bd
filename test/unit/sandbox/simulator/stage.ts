import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { Action, Decision } from '../../../../src/sandbox/hypershift-simulator/decision.ts';
import { decideHostedCluster } from '../../../../src/sandbox/hypershift-simulator/hosted-cluster/decide-hosted-cluster.ts';
import type { ReferenceProblem } from '../../../../src/sandbox/hypershift-simulator/hosted-cluster/references.ts';
import { StepClock } from '../../../../src/sandbox/hypershift-simulator/loop/step-clock.ts';
import { decideNodePool } from '../../../../src/sandbox/hypershift-simulator/node-pool/decide-node-pool.ts';
import type { HostedCluster, NodePool } from '../../../../src/sandbox/hypershift-simulator/objects.ts';
import type { Pace } from '../../../../src/sandbox/hypershift-simulator/pace.ts';

const realTime: Pace = {
  simulatedSeconds: (_uid, ms) => ms / 1000,
  realMs: (_uid, seconds) => seconds * 1000,
  pollMs: 1000,
};

type Owned = HostedCluster | NodePool;

const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = { ...(target as Record<string, unknown>) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = mergePatch(result[key], value);
  }
  return result;
};

/** One cluster with its pools and nothing else: an API server without a network, in simulated time. */
export class Stage {
  now = Date.parse('2026-03-01T10:00:00Z');
  cluster: HostedCluster | undefined;
  pools: NodePool[];
  referenceProblems: ReferenceProblem[] = [];
  configProblem: string | undefined;
  readonly actions: Action[] = [];
  /** Every status that the cluster had, first to last. */
  readonly written: NonNullable<HostedCluster['status']>[] = [];
  readonly poolWrites: NonNullable<NodePool['status']>[] = [];
  namespaceStands = true;
  readonly #clock = new StepClock(realTime);

  constructor(cluster: HostedCluster, pools: NodePool[] = []) {
    this.cluster = cluster;
    this.pools = pools;
  }

  status(): NonNullable<HostedCluster['status']> {
    return this.cluster?.status ?? {};
  }

  poolStatus(index = 0): NonNullable<NodePool['status']> {
    return this.pools[index]?.status ?? {};
  }

  /** Changes what a user may change; a change of spec makes a new generation. */
  edit(change: { spec?: object; metadata?: object }): void {
    if (this.cluster) this.cluster = this.#edited(this.cluster, change);
  }

  editPool(index: number, change: { spec?: object; metadata?: object }): void {
    const pool = this.pools[index];
    if (pool) this.pools[index] = this.#edited(pool, change);
  }

  remove(): void {
    this.edit({ metadata: { deletionTimestamp: new Date(this.now).toISOString() } });
  }

  /** Looks at everything once; answers with the simulated seconds until something more is due. */
  look(): number | undefined {
    const before = JSON.stringify([this.cluster, this.pools]);
    const due = this.#lookOnce();
    // What changed is seen again at once, as a watch would bring it.
    return JSON.stringify([this.cluster, this.pools]) === before ? due : 0;
  }

  #lookOnce(): number | undefined {
    const cluster = this.cluster;
    const waits: (number | undefined)[] = [];
    if (cluster) {
      const decision = decideHostedCluster({
        cluster,
        pools: this.pools,
        referenceProblems: this.referenceProblems,
        controlPlaneNamespace: this.namespaceStands ? 'present' : 'absent',
        releases: {},
        now: this.now,
        waited: this.#clock.waited(cluster, this.now),
      });
      this.#act(decision);
      const next = this.#apply(cluster, decision);
      if (next?.status && !isDeepStrictEqual(next.status, cluster.status)) this.written.push(next.status);
      this.cluster = next;
      waits.push(this.#waitOf(decision));
    }
    this.pools = this.pools.flatMap((pool) => {
      const decision = decideNodePool({
        pool,
        cluster: this.cluster,
        configProblem: this.configProblem,
        tuningProblem: undefined,
        releases: {},
        now: this.now,
        waited: this.#clock.waited(pool, this.now),
      });
      const next = this.#apply(pool, decision);
      if (next?.status && !isDeepStrictEqual(next.status, pool.status)) this.poolWrites.push(next.status);
      waits.push(this.#waitOf(decision));
      return next ? [next] : [];
    });
    const due = waits.filter((wait) => wait !== undefined);
    return due.length > 0 ? Math.min(...due) : undefined;
  }

  /** Lets simulated time pass, in the steps that the decisions ask for. */
  run(seconds: number): void {
    const end = this.now + seconds * 1000;
    for (let looks = 0; looks < 2000; looks++) {
      const wait = this.look();
      if (wait === 0) continue;
      const next = wait === undefined ? end : this.now + wait * 1000;
      if (next >= end) {
        this.now = end;
        this.look();
        return;
      }
      this.now = next;
    }
    throw new Error('the decisions never come to rest');
  }

  #edited<T extends Owned>(object: T, change: { spec?: object; metadata?: object }): T {
    const edited = mergePatch(object, change) as T;
    const generation = (object.metadata.generation ?? 1) + (change.spec ? 1 : 0);
    return { ...edited, metadata: { ...edited.metadata, generation } };
  }

  #waitOf({ wait }: Decision<unknown>): number | undefined {
    if (wait?.kind === 'again') return 0;
    if (wait?.kind === 'step') return wait.due.seconds;
    if (wait?.kind === 'poll') return wait.expected ? 1 : undefined;
    if (wait?.kind === 'moment') return (wait.at - this.now) / 1000;
    return undefined;
  }

  #apply<T extends Owned>(object: T, decision: Decision<unknown>): T | undefined {
    this.#clock.note(object.metadata.uid, decision.wait, this.now);
    const patch: JsonObject = decision.metadata ?? {};
    const patched = mergePatch(object, patch) as T;
    const generation = (object.metadata.generation ?? 1) + (patch['spec'] ? 1 : 0);
    const next = {
      ...patched,
      metadata: { ...patched.metadata, generation },
      ...(decision.status ? { status: decision.status } : {}),
    };
    const isGone = next.metadata.deletionTimestamp !== undefined && !next.metadata.finalizers?.length;
    return isGone ? undefined : next;
  }

  #act({ actions = [] }: Decision<unknown>): void {
    for (const action of actions) {
      this.actions.push(action);
      if (action.kind === 'deleteNamespace') this.namespaceStands = false;
      if (action.kind === 'deleteNodePool') {
        const index = this.pools.findIndex(({ metadata }) => metadata.uid === action.pool.metadata.uid);
        this.editPool(index, { metadata: { deletionTimestamp: new Date(this.now).toISOString() } });
      }
    }
  }
}

interface Told {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
}

/** `Type Status/Reason`, in the order in which they stand. */
export const told = (conditions: readonly Told[] | undefined): string[] =>
  (conditions ?? []).map(({ type, status, reason }) => `${type} ${status}/${reason ?? ''}`);

export const tellOf = (conditions: readonly Told[] | undefined, type: string): string | undefined =>
  told(conditions?.filter((entry) => entry.type === type))[0];
