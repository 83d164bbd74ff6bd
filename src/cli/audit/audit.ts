import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../db/client.ts';
import { createDatabase, type Database } from '../../db/database.ts';
import { exportChains } from './export-chains.ts';
import { showHeads } from './show-heads.ts';
import { readHeadsFile, verifyChains } from './verify-chains.ts';
import type { Write } from './write-out.ts';

const usage = [
  'berth audit verify [--tenant ID] [--from-head FILE]',
  'berth audit head',
  'berth audit export [--tenant ID] [--since TIME] [--until TIME]     (DATABASE_URL)',
].join('\n       ');

/** What the command tells whoever called it. */
const auditExit = { sound: 0, broken: 1, fault: 2 } as const;

interface Options {
  readonly tenantId: string | undefined;
  readonly headFile: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

const instant = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new Error(`${name} must be a day or a time such as 2026-11-30 or 2026-11-30T21:50:00Z`);
};

const readOptions = (args: string[]): Options => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { tenant: text, 'from-head': text, since: text, until: text },
  });
  const tenantId = values.tenant === 'fleet' ? '' : values.tenant;
  return {
    tenantId,
    headFile: values['from-head'],
    since: instant('--since', values.since),
    until: instant('--until', values.until),
  };
};

/** The chain is read from the database itself: the API could be what is not to be trusted. */
const withDatabase = async <Result>(
  env: Readonly<Record<string, string | undefined>>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const { databaseUrl } = readConfig(env);
  if (databaseUrl === undefined) throw new Error('DATABASE_URL must name the database of the installation');
  const pool = openDatabase({
    url: databaseUrl,
    maxConnections: 2,
    applicationName: 'berth-audit',
    onError: () => undefined,
  });
  try {
    return await work(createDatabase(pool, 'berth_worker'));
  } finally {
    await pool.end();
  }
};

const commands: Readonly<
  Record<string, (database: Database, options: Options, write: Write) => Promise<boolean>>
> = {
  verify: async (database, { tenantId, headFile }, write) => {
    const kept = headFile === undefined ? new Map() : await readHeadsFile(headFile);
    return verifyChains(database, { tenantId, kept }, write);
  },
  head: (database, _options, write) => showHeads(database, write),
  export: (database, options, write) => exportChains(database, options, write),
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Exit codes: 0 all is sound, 1 a chain is broken, 2 the command itself failed. */
export const runAudit = async (
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  write: Write,
): Promise<number> => {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  let options: Options;
  try {
    if (command === undefined) throw new Error('Say what to do.');
    options = readOptions(rest);
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\nusage: ${usage}\n`);
    return auditExit.fault;
  }
  try {
    const isSound = await withDatabase(env, (database) => command(database, options, write));
    return isSound ? auditExit.sound : auditExit.broken;
  } catch (error) {
    process.stderr.write(`${wordsOf(error)}\n`);
    return auditExit.fault;
  }
};
