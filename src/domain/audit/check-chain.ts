import { plusSeconds } from '../shared/time.ts';
import type { ChainHead, SealedRecord } from './audit-record.ts';
import { chainStart, type NumberedRecord } from './canonical-record.ts';

/** The hash of a record that follows the hash `previous`; both in hexadecimal. */
export type HashLink = (previous: string, record: NumberedRecord) => string;

export interface ChainFault {
  readonly tenantId: string;
  /** Where the chain is not what it was: the number of the first record that is missing or wrong. */
  readonly number: number;
  readonly id?: string;
  readonly kind: 'changed' | 'missing' | 'slipped-in' | 'cut-off' | 'other-head';
  readonly detail: string;
}

/**
 * Seconds by which a record may be older than one before it: transactions that commit late, and clocks that differ. Both are far
 * below it.
 */
const patienceSeconds = 600;

/** How far a walk along the chain of one tenant has come. */
export interface ChainWalk {
  readonly tenantId: string;
  readonly number: number;
  readonly hash: string;
  /** Time of the youngest record so far. */
  readonly latest: string;
}

export const startOfChain = (tenantId: string): ChainWalk => ({
  tenantId,
  number: 0,
  hash: chainStart,
  latest: '',
});

const missing = (walk: ChainWalk, record: SealedRecord): ChainFault => {
  const first = walk.number + 1;
  const last = record.number - 1;
  const which = first === last ? `Record ${first} is` : `Records ${first} to ${last} are`;
  return { tenantId: walk.tenantId, number: first, kind: 'missing', detail: `${which} missing.` };
};

const isSlippedIn = (walk: ChainWalk, record: SealedRecord): boolean =>
  walk.latest !== '' && plusSeconds(record.createdAt, patienceSeconds) < walk.latest;

/** Holds the next record to the chain: the walk behind it, or what is wrong with it. `exported`: its hash, as kept outside. */
export const checkLink = (
  walk: ChainWalk,
  record: SealedRecord,
  hashLink: HashLink,
  exported?: string,
): ChainWalk | ChainFault => {
  if (record.number !== walk.number + 1) return missing(walk, record);
  const at = { tenantId: walk.tenantId, number: record.number, id: record.id };
  if (hashLink(walk.hash, record) !== record.hash)
    return { ...at, kind: 'changed', detail: 'It is not what was sealed here: changed, swapped or put in.' };
  if (exported !== undefined && exported !== record.hash)
    return {
      ...at,
      kind: 'other-head',
      detail: 'The chain was made anew: a head kept outside says otherwise.',
    };
  if (isSlippedIn(walk, record))
    return {
      ...at,
      kind: 'slipped-in',
      detail: `It says ${record.createdAt}, but was sealed behind a record of ${walk.latest}.`,
    };
  const isYounger = record.createdAt > walk.latest;
  return {
    tenantId: walk.tenantId,
    number: record.number,
    hash: record.hash,
    latest: isYounger ? record.createdAt : walk.latest,
  };
};

/** Holds the end of a walk to a head: that of the database, or one kept outside. */
export const checkEnd = (
  walk: ChainWalk,
  head: ChainHead | undefined,
  keptBy: string,
): ChainFault | undefined => {
  if (head === undefined) {
    if (walk.number === 0) return undefined;
    const detail = `${keptBy} knows no head of this chain.`;
    return { tenantId: walk.tenantId, number: walk.number, kind: 'other-head', detail };
  }
  if (head.number > walk.number) {
    const detail = `${keptBy} knows record ${head.number}, and the chain ends at ${walk.number}.`;
    return { tenantId: walk.tenantId, number: walk.number + 1, kind: 'cut-off', detail };
  }
  return undefined;
};

export const isFault = (result: ChainWalk | ChainFault): result is ChainFault => 'kind' in result;
