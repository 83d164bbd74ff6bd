import type { Pool } from 'pg';
import type { FakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { createBystander } from './bystander.ts';
import { Failpoints } from './failpoints.ts';
import { createSlowOperator } from './slow-operator.ts';
import { letTimePass, type SteppedWorker } from './stepped-worker.ts';

/** More turns than any run needs; a run that takes them all is stuck. */
const mostTurns = 150;

/** Lets the operator and a worker take turns, and puts a fresh worker in the place of one that died or stands still. */
export interface Driver {
  /** Throws when it does not come about. */
  driveUntil(what: string, isDone: () => Promise<boolean>): Promise<void>;
  driveFor(turns: number): Promise<void>;
  /** Until nobody has anything to do. */
  driveToRest(): Promise<void>;
  /** Lets a worker that stands still end its turn. */
  wakeUp(): Promise<void>;
  /** What happened on the way that never may. */
  problems(): readonly string[];
}

export const createDriver = (options: {
  readonly pool: Pool;
  readonly fake: FakeManagementCluster;
  readonly points: Failpoints;
  readonly startWorker: (points: Failpoints) => SteppedWorker;
}): Driver => {
  const { pool, fake, points, startWorker } = options;
  const operator = createSlowOperator(fake);
  const bystander = createBystander(fake);
  let worker = startWorker(points);
  let isReplaced = false;

  let sleeper: Promise<unknown> = Promise.resolve();
  let isStanding = false;
  void points.standing.promise.then(() => {
    isStanding = true;
  });

  /** Waits for a part of the worker's work, unless it begins to stand still in it; then another takes its place. */
  const waitFor = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
    const result = await (isReplaced ? work : Promise.race([work, points.standing.promise]));
    if (isReplaced || !(points.isDead || isStanding)) return result as Result;
    sleeper = work;
    isReplaced = true;
    worker = startWorker(new Failpoints());
    await passTime();
    return undefined;
  };

  const passTime = async (): Promise<void> => {
    await letTimePass(pool);
    await waitFor(worker.sweep());
  };

  const takeTurn = async (): Promise<boolean> => {
    operator.takeTurn();
    const turn = worker.turn();
    const wasBusy = await waitFor(turn.then((busy) => ({ busy })));
    bystander.look();
    return wasBusy?.busy ?? true;
  };

  return {
    driveUntil: async (what, isDone) => {
      for (let turn = 0; turn < mostTurns; turn += 1) {
        const wasBusy = await takeTurn();
        if (await isDone()) return;
        if (!wasBusy) await passTime();
      }
      throw new Error(`stuck: ${what} did not come about in ${mostTurns} turns`);
    },
    driveFor: async (turns) => {
      for (let turn = 0; turn < turns; turn += 1) await takeTurn();
    },
    driveToRest: async () => {
      for (let turn = 0; turn < mostTurns; turn += 1) if (!(await takeTurn())) return;
      throw new Error(`no rest in ${mostTurns} turns`);
    },
    wakeUp: async () => {
      points.wake();
      await sleeper;
      bystander.look();
    },
    problems: bystander.problems,
  };
};
