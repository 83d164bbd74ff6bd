import type { FloorFigure } from '../floor/measure-floor.ts';
import type { ScenarioName } from '../load/scenarios.ts';

/** What a figure has to reach: requests a second, or a share of what the machine makes durable. */
type Goal = { readonly perSecond: number } | { readonly ofFloor: number };

const goals: Readonly<Record<ScenarioName, Goal>> = {
  create: { ofFloor: 0.5 },
  get: { perSecond: 4000 },
  get304: { perSecond: 6000 },
  list: { perSecond: 400 },
  listDeep: { perSecond: 400 },
  listLabel: { perSecond: 1000 },
  listName: { perSecond: 1000 },
  patch: { ofFloor: 0.25 },
  delete: { ofFloor: 0.5 },
};

/** Milliseconds within which 99 of 100 answers have to come. */
const latencyGoals: readonly {
  readonly scenario: ScenarioName;
  readonly connections: number;
  readonly p99: number;
}[] = [{ scenario: 'create', connections: 16, p99: 30 }];

/** The goal for the latency of a scenario; undefined where there is none. */
export const latencyGoalOf = (scenario: ScenarioName, connections: number): number | undefined =>
  latencyGoals.find((goal) => goal.scenario === scenario && goal.connections === connections)?.p99;

/** What a status change on a management cluster has to come to. */
export const statusGoals = { p99AtPerSecond: 200, p99: 250, lost: 0 } as const;

/** The floor for a number of connections. */
export const floorOf = (
  floor: readonly FloorFigure[],
  work: FloorFigure['work'],
  connections: number,
): FloorFigure | undefined =>
  floor.find((figure) => figure.work === work && figure.connections === connections);

/**
 * Requests a second that a scenario should reach in this run; undefined without a floor to judge by. The floor is the
 * one of the driver that Berth itself uses; how far it is from pgbench's is shown beside.
 */
export const goalOf = (
  scenario: ScenarioName,
  floor: readonly FloorFigure[],
  connections: number,
): number | undefined => {
  const goal = goals[scenario];
  if ('perSecond' in goal) return goal.perSecond;
  const limit = floorOf(floor, 'insert', connections);
  return limit && limit.node * goal.ofFloor;
};
