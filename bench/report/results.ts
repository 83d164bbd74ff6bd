import type { FloorFigure } from '../floor/measure-floor.ts';
import type { LoadResult } from '../load/run-load.ts';
import { type ScenarioName, scenarios } from '../load/scenarios.ts';
import type { StatusFigures } from '../status/measure-status.ts';
import { floorOf, goalOf, latencyGoalOf, statusGoals } from './goals.ts';
import { megabytes, milliseconds, printTable, ratio, whole } from './table.ts';

export interface LoadFigure extends LoadResult {
  readonly scenario: ScenarioName;
  readonly connections: number;
}

/** Everything that one run over one size of the tables came to. */
export interface SizeResults {
  readonly clusters: number;
  readonly floor: readonly FloorFigure[];
  readonly generator: number | undefined;
  readonly loads: readonly LoadFigure[];
  readonly status: readonly StatusFigures[];
}

export const printFloor = (floor: readonly FloorFigure[]): void => {
  printTable(
    ['floor of this machine, per second', 'connections', 'pg in Node', 'pgbench'],
    floor.map(({ work, connections, node, pgbench }) => [
      work === 'insert' ? 'BEGIN, row, outbox row, COMMIT' : 'select one row by key',
      String(connections),
      whole(node),
      whole(pgbench),
    ]),
  );
};

/** CPU microseconds of one request: what it costs does not depend on how busy the machine is. */
const cost = (seconds: number | undefined, requests: number): string =>
  seconds === undefined ? '–' : whole((seconds * 1e6) / Math.max(1, requests));

const metOrMissed = (isMet: boolean): string => (isMet ? 'met' : 'missed');

const verdict = (load: LoadFigure, floor: readonly FloorFigure[]): string => {
  const goal = goalOf(load.scenario, floor, load.connections);
  const p99 = latencyGoalOf(load.scenario, load.connections);
  const rate = goal === undefined ? [] : [`${metOrMissed(load.perSecond >= goal)} ${whole(goal)}`];
  const latency = p99 === undefined ? [] : [`${metOrMissed(load.p99 <= p99)} ${p99} ms`];
  return [...rate, ...latency].join(', ') || '–';
};

const statusVerdict = (figure: StatusFigures): string => {
  if (figure.lost > statusGoals.lost) return 'missed: changes were lost';
  if (figure.changesPerSecond !== statusGoals.p99AtPerSecond) return 'met: none lost';
  const worst = Math.max(figure.visible.p99, figure.event.p99);
  return `${metOrMissed(worst <= statusGoals.p99)} ${statusGoals.p99} ms`;
};

export const printLoads = (loads: readonly LoadFigure[], floor: readonly FloorFigure[]): void => {
  printTable(
    [
      'request',
      'conn',
      'req/s',
      'p50 ms',
      'p95',
      'p99',
      'errors',
      'bytes',
      'of pg',
      'of pgbench',
      'goal',
      'API µs',
      'PG µs',
      'gen µs',
      'others busy',
      'API MB',
    ],
    loads.map((load) => {
      const work = load.scenario.startsWith('get') ? 'select' : 'insert';
      const limit = floorOf(floor, work, load.connections);
      const isJudged = !load.scenario.startsWith('list');
      return [
        scenarios[load.scenario].title,
        String(load.connections),
        whole(load.perSecond),
        milliseconds(load.p50),
        milliseconds(load.p95),
        milliseconds(load.p99),
        String(load.errors),
        whole(load.bytesPerAnswer),
        isJudged ? ratio(load.perSecond, limit?.node) : '–',
        isJudged ? ratio(load.perSecond, limit?.pgbench) : '–',
        verdict(load, floor),
        cost(load.machine?.programs.api, load.requests),
        cost(load.machine?.postgres, load.requests),
        cost(load.machine?.programs.generator, load.requests),
        load.machine === undefined ? '–' : load.machine.otherCores.toFixed(2),
        megabytes(load.memory[0]),
      ];
    }),
  );
};

export const printStatus = (status: readonly StatusFigures[]): void => {
  printTable(
    [
      'status changes',
      'GET p50 ms',
      'p99',
      'event p50 ms',
      'p99',
      'changes',
      'merged',
      'lost',
      'goal',
      'worker µs',
      'API µs',
      'PG µs',
      'others busy',
    ],
    status.map((figure) => [
      `${figure.changesPerSecond}/s`,
      milliseconds(figure.visible.p50),
      milliseconds(figure.visible.p99),
      milliseconds(figure.event.p50),
      milliseconds(figure.event.p99),
      whole(figure.changes),
      whole(figure.merged),
      whole(figure.lost),
      statusVerdict(figure),
      cost(figure.machine?.programs.worker, figure.changes),
      cost(figure.machine?.programs.api, figure.changes),
      cost(figure.machine?.postgres, figure.changes),
      figure.machine === undefined ? '–' : figure.machine.otherCores.toFixed(2),
    ]),
  );
};
