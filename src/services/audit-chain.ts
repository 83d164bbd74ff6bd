import { createHash } from 'node:crypto';
import { canonicalRecord, type NumberedRecord } from '../domain/audit/canonical-record.ts';

/** SHA-256 over the hash before it, as bytes, and the record in canonical form, as UTF-8. All hashes in hexadecimal. */
export const hashLink = (previous: string, record: NumberedRecord): string =>
  createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(canonicalRecord(record), 'utf8')
    .digest('hex');
