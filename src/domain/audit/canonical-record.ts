import { canonicalJson } from '../shared/canonical-json.ts';
import type { JsonObject } from '../shared/json.ts';
import type { SealedRecord } from './audit-record.ts';

/** A record with its number, before its hash is known. */
export type NumberedRecord = Omit<SealedRecord, 'hash'>;

/**
 * What is hashed of a record: all its members but the hash, those without a value left out. A member that is added later is absent of
 * older records, so their hashes stay what they are.
 */
export const canonicalRecord = (record: NumberedRecord): string =>
  canonicalJson({ ...record, hash: undefined } as unknown as JsonObject);

/** The hash before the first record of a chain. */
export const chainStart = '0'.repeat(64);
