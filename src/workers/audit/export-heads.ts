import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { findDayToExport, listChainHeads, noteHeadExport } from '../../db/repositories/audit-chain.ts';
import type { ChainHead } from '../../domain/audit/audit-record.ts';

const pageSize = 500;

export interface HeadExport {
  readonly database: Database;
  readonly logger: Logger;
  /** A line a head is added to it; the log only when absent. */
  readonly headsFile?: string | undefined;
}

const readHeads = async function* (database: Database): AsyncGenerator<readonly ChainHead[]> {
  let last: string | undefined;
  for (;;) {
    const page = await listChainHeads(database.system(), last, pageSize);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1)?.tenantId;
  }
};

/**
 * Hands the heads of all chains outside, once a day: to the log, where a superuser of the database cannot change them, and to a file.
 * A day may come twice when two workers begin at once or one dies; it does not get lost. True when there was something to do.
 */
export const exportDayHeads = async ({ database, logger, headsFile }: HeadExport): Promise<boolean> => {
  const day = await findDayToExport(database.system());
  if (day === undefined) return false;
  const digest = createHash('sha256');
  let tenants = 0;
  for await (const heads of readHeads(database)) {
    const lines = heads.map((head) => JSON.stringify({ day, ...head }));
    if (headsFile !== undefined) await appendFile(headsFile, `${lines.join('\n')}\n`, { mode: 0o600 });
    for (const head of heads) logger.info({ day, ...head }, 'head of an audit chain');
    for (const line of lines) digest.update(`${line}\n`);
    tenants += heads.length;
  }
  // A new installation: the day is not over with nothing.
  if (tenants === 0) return false;
  const all = digest.digest('hex');
  logger.info({ day, tenants, digest: all }, 'heads of all audit chains');
  await noteHeadExport(database.system(), { day, tenants, digest: all });
  return true;
};
