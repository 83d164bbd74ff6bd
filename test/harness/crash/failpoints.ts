import type { Database, Statement, SystemTx } from '../../../src/db/database.ts';
import {
  type ManagementCluster,
  ManagementClusterError,
} from '../../../src/providers/management-cluster/contract.ts';

/**
 * What happens at a point: the process dies, or lives on with an error, with the call made before that or not; or it
 * stands still after the call until all is over, and then goes on as if nothing had been.
 */
export const crashModes = ['kill before', 'kill after', 'fail', 'lose reply', 'stand still'] as const;
export type CrashMode = (typeof crashModes)[number];

export interface Failpoint {
  /** The n-th outside effect of a run, from 1. */
  readonly point: number;
  readonly mode: CrashMode;
}

class Killed extends Error {
  constructor() {
    super('this worker is dead');
  }
}

/** Counts the outside effects of a worker, and disturbs one of them. Points come from the calls themselves. */
export class Failpoints {
  /** Of every effect so far, in order. */
  readonly names: string[] = [];
  isDead = false;
  /** Resolves when the worker begins to stand still. */
  readonly standing = Promise.withResolvers<void>();
  private readonly waking = Promise.withResolvers<void>();
  private hasStood = false;
  private readonly armed: Failpoint | undefined;

  constructor(armed?: Failpoint) {
    this.armed = armed;
  }

  /** Name of the point that was disturbed. */
  get hit(): string | undefined {
    return this.armed && this.names[this.armed.point - 1];
  }

  /** Lets a worker that stands still go on. */
  wake(): void {
    this.waking.resolve();
  }

  /** The worker's own clock: it has gone on while the worker stood still. */
  readonly monotonic = (): number => performance.now() + (this.hasStood ? 60_000 : 0);

  async around<Result>(
    name: string,
    work: () => Promise<Result>,
    errorOf: (isDone: boolean) => Error,
  ): Promise<Result> {
    if (this.isDead) throw new Killed();
    this.names.push(name);
    if (this.armed?.point !== this.names.length) return work();
    const { mode } = this.armed;
    if (mode === 'stand still') return this.standStill(work);
    const isDone = mode === 'kill after' || mode === 'lose reply';
    if (isDone) await work();
    if (mode === 'fail' || mode === 'lose reply') throw errorOf(isDone);
    this.isDead = true;
    throw new Killed();
  }

  private async standStill<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    this.hasStood = true;
    this.standing.resolve();
    await this.waking.promise;
    return result;
  }
}

const databaseError = (): Error => new Error('Connection terminated unexpectedly');
const callError = (isDone: boolean): Error =>
  new ManagementClusterError(isDone ? 'timeout' : 'unreachable', 'disturbed by a test');

const isWrite = ({ text }: Statement): boolean => !/^\s*SELECT/i.test(text);

/** A database whose every commit is a point. Reads are none: dying before one is dying after what came before it. */
export const disturbDatabase = (database: Database, points: Failpoints): Database => ({
  ...database,
  withTenant: (tenantId, work) =>
    points.around('commit', () => database.withTenant(tenantId, work), databaseError),
  withSystem: (work) => points.around('system commit', () => database.withSystem(work), databaseError),
  system: () => {
    const sql = database.system();
    const query: SystemTx['query'] = (statement) =>
      isWrite(statement)
        ? points.around(statement.name ?? 'statement', () => sql.query(statement), databaseError)
        : sql.query(statement);
    return { ...sql, query } as SystemTx;
  },
});

const effects = ['apply', 'create', 'get', 'list', 'mergePatch', 'delete'] as const;

/** A management cluster whose every call is a point. */
export const disturbManagementCluster = (
  cluster: ManagementCluster,
  points: Failpoints,
): ManagementCluster => {
  const wrap = (name: (typeof effects)[number]) => {
    const call = cluster[name] as (...input: unknown[]) => Promise<unknown>;
    return (...input: unknown[]) => {
      const { kind } = input[0] as { kind: string };
      return points.around(`${name} ${kind}`, () => call(...input), callError);
    };
  };
  return { ...cluster, ...Object.fromEntries(effects.map((name) => [name, wrap(name)])) };
};
