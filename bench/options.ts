import { parseArgs } from 'node:util';
import { type ScenarioName, scenarioNames } from './load/scenarios.ts';

export interface BenchOptions {
  /** Clusters in the tables before the load, one run each. */
  readonly clusters: readonly number[];
  readonly tenants: number;
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly scenarios: readonly ScenarioName[];
  readonly floor: boolean;
  readonly status: boolean;
  readonly apiProcesses: number;
  /** Rows as a create leaves them, as the peers' were measured; or of clusters that are ready, with all conditions. */
  readonly rows: 'created' | 'ready';
  readonly databaseUrl: string | undefined;
  /** Where the results go as JSON. */
  readonly out: string | undefined;
  /** Where the tables of docs/performance.md go. */
  readonly markdown: string | undefined;
  /** Where the API's CPU profiles go. */
  readonly profile: string | undefined;
}

/** Parts that `--only` may name beside the requests. */
const otherParts = ['floor', 'status'] as const;

const numbers = (name: string, text: string): readonly number[] =>
  text.split(',').map((part) => {
    const value = Number(part);
    if (Number.isInteger(value) && value >= 0) return value;
    throw new Error(`--${name} takes whole numbers, not "${part}"`);
  });

const parts = (text: string | undefined): ReadonlySet<string> => {
  const all: readonly string[] = [...otherParts, ...scenarioNames];
  if (text === undefined) return new Set(all);
  const chosen = text.split(',');
  const unknown = chosen.filter((part) => !all.includes(part));
  if (unknown.length > 0) throw new Error(`--only knows ${all.join(', ')}; not ${unknown.join(', ')}`);
  return new Set(chosen);
};

export const usage = `npm run bench -- [options]
  --quick               about two minutes: 3 s a figure, 0 clusters unless --clusters says otherwise
  --clusters 0,10000    clusters in the tables, one run each     (0,10000,100000)
  --tenants 2           tenants that they are spread over
  --only get,list       ${[...otherParts, ...scenarioNames].join(', ')}
  --connections 16,64   keep-alive connections
  --seconds 10          of each figure, after --warm-up 2
  --rows ready          clusters that are ready, with all conditions (created: as a create leaves them)
  --api-processes 2     processes of the API
  --out results.json    results as JSON
  --markdown tables.md  the tables of docs/performance.md
  --profile directory   CPU profiles of the API processes
DATABASE_URL names a server to use; without it PostgreSQL comes out of the packages, with full durability.`;

export const readOptions = (args: string[], env: NodeJS.ProcessEnv): BenchOptions => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      clusters: { type: 'string' },
      tenants: { type: 'string', default: '2' },
      only: { type: 'string' },
      connections: { type: 'string', default: '16,64' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      rows: { type: 'string', default: 'created' },
      'api-processes': { type: 'string', default: '2' },
      out: { type: 'string' },
      markdown: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const chosen = parts(values.only);
  const one = (name: string, text: string): number => numbers(name, text)[0] ?? 0;
  return {
    clusters: numbers('clusters', values.clusters ?? (values.quick ? '0' : '0,10000,100000')),
    tenants: Math.max(1, one('tenants', values.tenants)),
    connections: numbers('connections', values.connections),
    seconds: one('seconds', values.seconds ?? (values.quick ? '3' : '10')),
    warmUpSeconds: one('warm-up', values['warm-up'] ?? (values.quick ? '1' : '2')),
    scenarios: scenarioNames.filter((name) => chosen.has(name)),
    floor: chosen.has('floor'),
    status: chosen.has('status'),
    apiProcesses: one('api-processes', values['api-processes']),
    rows: values.rows === 'ready' ? 'ready' : 'created',
    databaseUrl: env['DATABASE_URL'] || undefined,
    out: values.out,
    markdown: values.markdown,
    profile: values.profile,
  };
};
