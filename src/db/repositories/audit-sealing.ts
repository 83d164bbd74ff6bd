import { chainStart, type NumberedRecord } from '../../domain/audit/canonical-record.ts';
import type { SystemTx } from '../database.ts';
import { type AuditRow, auditColumns, toAuditRecord } from './audit-row.ts';

/** Any constant works, as long as every sealer uses the same. */
const sealerLock = 7_203_813;

interface UnsealedRow extends AuditRow {
  readonly sealed_at: string;
}

interface Link {
  readonly tenantId: string;
  readonly id: string;
  readonly number: number;
  readonly sealedAt: string;
  readonly hash: string;
}

const takeLock = async (tx: SystemTx): Promise<boolean> => {
  const { rows } = await tx.query<{ held: boolean }>({
    text: 'SELECT pg_try_advisory_xact_lock($1) AS held',
    values: [sealerLock],
  });
  return rows[0]?.held === true;
};

const readHeads = async (
  tx: SystemTx,
  tenants: readonly string[],
): Promise<Map<string, { readonly number: number; readonly hash: string }>> => {
  const { rows } = await tx.query<{ tenant_id: string; number: number; hash: Buffer }>({
    name: 'audit-heads-read',
    text: 'SELECT tenant_id, number, hash FROM audit_heads WHERE tenant_id = ANY ($1)',
    values: [tenants],
  });
  return new Map(rows.map((row) => [row.tenant_id, { number: row.number, hash: row.hash.toString('hex') }]));
};

const saveLinks = async (tx: SystemTx, links: readonly Link[]): Promise<void> => {
  await tx.query({
    name: 'audit-links-save',
    text: `UPDATE audit_records a SET number = l.number, hash = l.hash, sealed_at = l.sealed_at
           FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[], $5::timestamptz[])
             AS l (tenant_id, id, number, hash, sealed_at)
           WHERE a.tenant_id = l.tenant_id AND a.id = l.id`,
    values: [
      links.map(({ tenantId }) => tenantId),
      links.map(({ id }) => id),
      links.map(({ number }) => number),
      links.map(({ hash }) => Buffer.from(hash, 'hex')),
      links.map(({ sealedAt }) => sealedAt),
    ],
  });
};

const saveHeads = async (
  tx: SystemTx,
  heads: readonly (readonly [string, { readonly number: number; readonly hash: string }])[],
): Promise<void> => {
  await tx.query({
    name: 'audit-heads-save',
    text: `INSERT INTO audit_heads (tenant_id, number, hash)
           SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
           ON CONFLICT (tenant_id) DO UPDATE SET number = excluded.number, hash = excluded.hash`,
    values: [
      heads.map(([tenantId]) => tenantId),
      heads.map(([, { number }]) => number),
      heads.map(([, { hash }]) => Buffer.from(hash, 'hex')),
    ],
  });
};

/**
 * Gives committed records that have none their number and hash, tenant by tenant without gaps, and returns how many. Only one sealer
 * at a time holds the lock, and reads what the one before it has committed: two make one chain. All or nothing: a
 * sealer that dies leaves records without a number for the next.
 */
export const sealAuditRecords = async (
  tx: SystemTx,
  limit: number,
  hashLink: (previous: string, record: NumberedRecord) => string,
): Promise<number> => {
  if (!(await takeLock(tx))) return 0;
  const { rows } = await tx.query<UnsealedRow>({
    name: 'audit-unsealed-read',
    text: `SELECT ${auditColumns}, date_trunc('milliseconds', now()) AS sealed_at FROM audit_records
           WHERE number IS NULL ORDER BY position LIMIT $1`,
    values: [limit],
  });
  if (rows.length === 0) return 0;
  const heads = await readHeads(tx, [...new Set(rows.map((row) => row.tenant_id))]);
  const links = rows.map((row): Link => {
    const { tenant_id: tenantId, sealed_at: sealedAt, id } = row;
    const before = heads.get(tenantId) ?? { number: 0, hash: chainStart };
    const number = before.number + 1;
    const hash = hashLink(before.hash, { ...toAuditRecord(row), number, sealedAt });
    heads.set(tenantId, { number, hash });
    return { tenantId, id, number, sealedAt, hash };
  });
  await saveLinks(tx, links);
  await saveHeads(tx, [...heads]);
  return links.length;
};
