import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { measureUnsealed } from '../../db/repositories/audit-chain.ts';
import { sealAuditRecords } from '../../db/repositories/audit-sealing.ts';
import { hashLink } from '../../services/audit-chain.ts';
import { type Loop, startLoop } from '../loop.ts';

const batchSize = 500;
const pauseMs = 500;

/** Seconds after which a record without a number is a reason to worry. */
const longestUnsealed = 60;

interface SealerDependencies {
  readonly database: Database;
  readonly logger: Logger;
}

/** Adds committed records to the chains of their tenants. Any number of sealers may run: one at a time does something. */
export const startAuditSealer = ({ database, logger }: SealerDependencies): Loop =>
  startLoop({
    name: 'audit-sealer',
    pauseMs,
    logger,
    round: async () =>
      (await database.withSystem((tx) => sealAuditRecords(tx, batchSize, hashLink))) === batchSize,
  });

/** Says so when records wait for their number, whoever should have given it. */
export const warnOfUnsealed = async ({ database, logger }: SealerDependencies): Promise<boolean> => {
  const { count, seconds } = await measureUnsealed(database.system());
  const isLate = seconds > longestUnsealed;
  if (isLate)
    logger.warn(
      { count, seconds: Math.round(seconds) },
      'audit records are not sealed; see whether a worker runs, and what its loop audit-sealer says',
    );
  return isLate;
};
