import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRestClient, type RestClient } from './demo/rest-client.ts';
import { type Cleaning, type Leak, type LeakPage, showCleaning, showReport } from './leaks-output.ts';

const usage =
  'berth leaks [--scan] [--clean] [--id ID]… [--limit N] [--max-leaked-percent N] [--yes] [--json]   (BERTH_URL, BERTH_API_KEY)';

/** What the command tells whoever called it. */
const leakExit = { none: 0, fault: 1, leaks: 2, unseen: 3 } as const;

interface Options {
  readonly scan: boolean;
  readonly clean: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly ids: readonly string[] | undefined;
  readonly limit: number | undefined;
  readonly maxLeakedPercent: number | undefined;
}

interface Report {
  readonly leaks: readonly Leak[];
  readonly summary: LeakPage['summary'];
}

const secondsForScan = 120;
const secondsForCleaning = 3700;

const wholeNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^[0-9]{1,6}$/.test(text)) return Number(text);
  throw new Error(`${name} must be a whole number`);
};

const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      scan: { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      id: { type: 'string', multiple: true },
      limit: { type: 'string' },
      'max-leaked-percent': { type: 'string' },
    },
  });
  const { scan, clean, yes, json, id: ids } = values;
  return {
    scan,
    clean,
    yes,
    json,
    ids,
    limit: wholeNumber('--limit', values.limit),
    maxLeakedPercent: wholeNumber('--max-leaked-percent', values['max-leaked-percent']),
  };
};

const readReport = async (client: RestClient): Promise<Report> => {
  const leaks: Leak[] = [];
  let query = '?limit=500';
  for (;;) {
    const page = await client.get<LeakPage>(`/v1/fleet/leaks${query}`);
    leaks.push(...page.items);
    if (page.nextCursor === undefined) return { leaks, summary: page.summary };
    query = `?limit=500&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
};

/** Has every place looked at, and waits until that is done. */
const scanNow = async (client: RestClient): Promise<void> => {
  await client.post('/v1/fleet/leaks:scan', {});
  const end = performance.now() + secondsForScan * 1000;
  while (performance.now() < end) {
    await delay(1000);
    const { summary } = await client.get<LeakPage>('/v1/fleet/leaks?limit=1');
    if (summary.places.waiting === 0) return;
  }
  throw new Error(`not every place was looked at within ${secondsForScan} s; the scans go on`);
};

const clean = async (client: RestClient, options: Options): Promise<Cleaning> => {
  const { ids, limit, maxLeakedPercent } = options;
  const order = { dryRun: !options.yes, ids, limit, maxLeakedPercent };
  const asked = await client.post<Cleaning>('/v1/fleet/leaks:clean', order);
  let now = asked;
  const end = performance.now() + secondsForCleaning * 1000;
  while (now.id !== undefined && now.endedAt === undefined && performance.now() < end) {
    await delay(1000);
    now = await client.get<Cleaning>(`/v1/fleet/leak-cleanings/${now.id}`);
  }
  return { ...now, passedOver: asked.passedOver };
};

/** Not seen is not the same as not there: a place that could not be looked at is told by its own exit code. */
const exitOf = ({ leaks, summary }: Report): number => {
  if (leaks.some(({ verdict }) => verdict === 'leaked')) return leakExit.leaks;
  const { failing, neverScanned } = summary.places;
  return failing + neverScanned > 0 ? leakExit.unseen : leakExit.none;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Shows what is out of place, and removes what is leaked when it is told to. Exit codes: 0 nothing is leaked, 2 something is, 3 nothing
 * is known to be but not every place could be looked at, 1 the command itself failed.
 */
export const runLeaks = async (
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> => {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\nusage: ${usage}\n`);
    return leakExit.fault;
  }
  try {
    const key = env['BERTH_API_KEY'];
    if (key === undefined || key === '')
      throw new Error('BERTH_API_KEY must be the key of an operator of the fleet');
    const client = createRestClient((env['BERTH_URL'] || 'http://127.0.0.1:8080').replace(/\/+$/, ''), key);
    if (options.scan) await scanNow(client);
    const before = await readReport(client);
    const cleaning = options.clean ? await clean(client, options) : undefined;
    const after = cleaning?.id === undefined ? before : await readReport(client);
    if (options.json) write(`${JSON.stringify({ ...after, ...(cleaning && { cleaning }) }, null, 2)}\n`);
    else write([showReport(before), ...(cleaning ? [showCleaning(cleaning)] : [])].join('\n'));
    return exitOf(after);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`);
    return leakExit.fault;
  }
};
