import { type ScenarioName, scenarioNames, scenarios } from '../load/scenarios.ts';
import { floorOf, goalOf } from './goals.ts';
import type { LoadFigure, SizeResults } from './results.ts';
import { milliseconds, ratio, whole } from './table.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

const sizeHead = (results: readonly SizeResults[]): readonly string[] =>
  results.map(({ clusters }) => `${whole(clusters)} clusters`);

const connectionsOf = (results: readonly SizeResults[]): readonly number[] => [
  ...new Set(results.flatMap(({ loads }) => loads.map(({ connections }) => connections))),
];

const loadOf = (result: SizeResults, scenario: ScenarioName, connections: number): LoadFigure | undefined =>
  result.loads.find((load) => load.scenario === scenario && load.connections === connections);

const loadCell = (result: SizeResults, scenario: ScenarioName, connections: number): string => {
  const load = loadOf(result, scenario, connections);
  if (load === undefined) return '–';
  const goal = goalOf(scenario, result.floor, connections);
  const figure = `${whole(load.perSecond)} (${milliseconds(load.p99)})`;
  return goal !== undefined && load.perSecond >= goal ? `**${figure}**` : figure;
};

const shareCell = (result: SizeResults, scenario: ScenarioName, connections: number): string => {
  const load = loadOf(result, scenario, connections);
  const limit = floorOf(result.floor, 'insert', connections);
  return load === undefined
    ? '–'
    : `${ratio(load.perSecond, limit?.node)} / ${ratio(load.perSecond, limit?.pgbench)}`;
};

const loadTable = (results: readonly SizeResults[]): string =>
  table(
    ['requests/s (p99 ms)', 'connections', ...sizeHead(results)],
    scenarioNames.flatMap((scenario) =>
      connectionsOf(results).map((connections) => [
        scenarios[scenario].title,
        String(connections),
        ...results.map((result) => loadCell(result, scenario, connections)),
      ]),
    ),
  );

const shareTable = (results: readonly SizeResults[]): string =>
  table(
    ['share of the floor (pg / pgbench)', 'connections', ...sizeHead(results)],
    (['create', 'patch', 'delete'] as const).flatMap((scenario) =>
      connectionsOf(results).map((connections) => [
        scenarios[scenario].title,
        String(connections),
        ...results.map((result) => shareCell(result, scenario, connections)),
      ]),
    ),
  );

const floorTable = (results: readonly SizeResults[]): string =>
  table(
    ['floor, transactions/s (pg / pgbench)', 'connections', ...sizeHead(results)],
    (['insert', 'select'] as const).flatMap((work) =>
      connectionsOf(results).map((connections) => [
        work === 'insert' ? 'row + outbox row, durable' : 'select by key',
        String(connections),
        ...results.map((result) => {
          const limit = floorOf(result.floor, work, connections);
          return `${whole(limit?.node)} / ${whole(limit?.pgbench)}`;
        }),
      ]),
    ),
  );

const costTable = (results: readonly SizeResults[]): string => {
  const micros = (seconds: number | undefined, load: LoadFigure): string =>
    seconds === undefined ? '–' : whole((seconds * 1e6) / Math.max(1, load.requests));
  return table(
    ['processor µs of a request (API / PostgreSQL / generator), 16 connections', ...sizeHead(results)],
    scenarioNames.map((scenario) => [
      scenarios[scenario].title,
      ...results.map((result) => {
        const load = loadOf(result, scenario, 16);
        if (load === undefined) return '–';
        const { machine } = load;
        return [machine?.programs.api, machine?.postgres, machine?.programs.generator]
          .map((seconds) => micros(seconds, load))
          .join(' / ');
      }),
    ]),
  );
};

const statusTable = (results: readonly SizeResults[]): string =>
  table(
    ['status changes', 'clusters', 'GET p50 / p99 ms', 'event p50 / p99 ms', 'merged', 'lost'],
    results.flatMap(({ clusters, status }) =>
      status.map((figure) => [
        `${figure.changesPerSecond}/s`,
        whole(clusters),
        `${milliseconds(figure.visible.p50)} / ${milliseconds(figure.visible.p99)}`,
        `${milliseconds(figure.event.p50)} / ${milliseconds(figure.event.p99)}`,
        whole(figure.merged),
        whole(figure.lost),
      ]),
    ),
  );

/** The figures of a run as tables for docs/performance.md. What met its goal is bold. */
export const toMarkdown = (results: readonly SizeResults[]): string =>
  [loadTable, shareTable, floorTable, statusTable, costTable].map((make) => `${make(results)}\n`).join('\n');
