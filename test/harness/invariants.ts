import type { Pool } from 'pg';
import { readJournal } from './invariants/journal.ts';
import { Ledger } from './invariants/ledger.ts';
import { findOrphans, type ManagementObjects } from './invariants/object-checks.ts';
import { findWrongCounters } from './invariants/quota-checks.ts';
import {
  findDuplicateRows,
  findLostWrites,
  findRemains,
  findStuck,
  findUntoldEvents,
  findWrongGenerations,
} from './invariants/row-checks.ts';
import { readRows } from './invariants/rows.ts';
import { findLeaks } from './invariants/secret-checks.ts';

export { installJournal } from './invariants/journal.ts';
export { Ledger } from './invariants/ledger.ts';
export type { ManagementObjects } from './invariants/object-checks.ts';

export interface InvariantInput {
  readonly pool: Pool;
  /** Read past Berth, by the id of the management cluster. */
  readonly objects: () => Promise<ManagementObjects>;
  readonly ledger?: Ledger;
  /** Secrets that went through the system under test. */
  readonly canaries?: readonly string[];
  /** All that the processes have written. */
  readonly log?: string;
  /** How late work may be without anybody working on it; seconds. */
  readonly graceSeconds?: number;
}

/** The sweep's period, its grace, and a busy machine. */
const usualGrace = 15;

/**
 * What is wrong with a system that has come to rest, each with the number of the promise that it breaks (I1–I5, the
 * sequence part of I7, I8, I9), or `quota`; empty when all hold. With the journal installed, of every moment since.
 */
export const findBrokenInvariants = async (input: InvariantInput): Promise<readonly string[]> => {
  const { pool, ledger = new Ledger(), canaries = [], log = '', graceSeconds = usualGrace } = input;
  const objects = await input.objects();
  const rows = await readRows(pool);
  return [
    ...findLostWrites(rows, ledger),
    ...findDuplicateRows(rows, ledger),
    ...findOrphans(rows, objects),
    ...findRemains(rows, ledger),
    ...(await findLeaks(pool, canaries, log)),
    ...findUntoldEvents(rows, ledger),
    ...findStuck(rows, graceSeconds),
    ...findWrongGenerations(rows),
    ...(await findWrongCounters(pool)),
    ...(await readJournal(pool)),
  ];
};
