import type { Targets } from '../data/targets.ts';
import { type Answered, drive } from './http-connection.ts';
import { type LoadRequest, type ScenarioName, scenarios } from './scenarios.ts';

/** What a generator process is told to do. */
export interface LoadJob {
  readonly url: string;
  /** Absent: GET / over and over, for the generator's own limit. */
  readonly scenario: ScenarioName | undefined;
  readonly targets: Targets;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** What it says: that the measured time begins, and what came of it. */
export type LoadMessage = { readonly kind: 'measuring' } | ({ readonly kind: 'done' } & LoadFigures);

export interface LoadFigures {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Answers with another status than the wanted one, and connections that broke. */
  readonly errors: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly bytesPerAnswer: number;
}

const tell = (message: LoadMessage): void => {
  process.send?.(message);
};

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

const bare = (): LoadRequest => ({ method: 'GET', path: '/', headers: {} });

const run = async (job: LoadJob): Promise<LoadFigures> => {
  const scenario = job.scenario && scenarios[job.scenario];
  const make = scenario === undefined ? bare : scenario.requests(job.targets);
  const wanted = scenario?.status ?? 200;
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  let broken = 0;
  const begin = performance.now() + job.warmUpSeconds * 1000;
  const end = begin + job.seconds * 1000;
  let last = begin;

  const onAnswer = (milliseconds: number, answered: Answered): void => {
    const now = performance.now();
    if (now < begin || now > end) return;
    last = now;
    latencies.push(milliseconds);
    bytes += answered.bytes;
    statuses[answered.status] = (statuses[answered.status] ?? 0) + 1;
  };
  const next = (): LoadRequest | undefined => (performance.now() > end ? undefined : make());
  const announce = setTimeout(() => tell({ kind: 'measuring' }), job.warmUpSeconds * 1000);
  const url = new URL(job.url);
  const drives = Array.from({ length: job.connections }, () =>
    drive(url, next, onAnswer).catch(() => {
      broken += 1;
    }),
  );
  await Promise.all(drives);
  clearTimeout(announce);
  const seconds = Math.max(0.001, (last - begin) / 1000);
  const sorted = Float64Array.from(latencies).sort();
  const good = statuses[wanted] ?? 0;
  return {
    requests: sorted.length,
    seconds,
    perSecond: good / seconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    errors: sorted.length - good + broken,
    statuses,
    bytesPerAnswer: sorted.length === 0 ? 0 : Math.round(bytes / sorted.length),
  };
};

process.once('message', (job: LoadJob) => {
  run(job).then(
    (figures) => {
      tell({ kind: 'done', ...figures });
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
