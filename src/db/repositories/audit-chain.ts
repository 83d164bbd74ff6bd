import type { ChainHead, SealedRecord } from '../../domain/audit/audit-record.ts';
import type { Sql, SystemTx } from '../database.ts';
import { auditColumns, type SealedRow, toSealedRecord } from './audit-row.ts';

interface HeadRow {
  readonly tenant_id: string;
  readonly number: number;
  readonly hash: Buffer;
}

const toHead = (row: HeadRow): ChainHead => ({
  tenantId: row.tenant_id,
  number: row.number,
  hash: row.hash.toString('hex'),
});

/** Records of a chain behind `afterNumber`, in its order. */
export const readChain = async (
  sql: Sql,
  tenantId: string,
  afterNumber: number,
  limit: number,
): Promise<readonly SealedRecord[]> => {
  const { rows } = await sql.query<SealedRow>({
    name: 'audit-chain-read',
    text: `SELECT ${auditColumns}, number, sealed_at, coalesce(hash, '') AS hash FROM audit_records
           WHERE tenant_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
    values: [tenantId, afterNumber, limit],
  });
  return rows.map(toSealedRecord);
};

/** The last link of a chain as the sealer noted it. */
export const findChainHead = async (sql: SystemTx, tenantId: string): Promise<ChainHead | undefined> => {
  const { rows } = await sql.query<HeadRow>({
    text: 'SELECT tenant_id, number, hash FROM audit_heads WHERE tenant_id = $1',
    values: [tenantId],
  });
  return rows[0] && toHead(rows[0]);
};

/** Heads in the order of their tenants, behind `afterTenant`; the fleet's own, '', is the first when it is absent. */
export const listChainHeads = async (
  sql: SystemTx,
  afterTenant: string | undefined,
  limit: number,
): Promise<readonly ChainHead[]> => {
  const { rows } = await sql.query<HeadRow>({
    text: `SELECT tenant_id, number, hash FROM audit_heads WHERE $1::text IS NULL OR tenant_id > $1
           ORDER BY tenant_id LIMIT $2`,
    values: [afterTenant, limit],
  });
  return rows.map(toHead);
};

/** The next tenant that has records or a head; goes from one to the next by the index, however many records there are. */
export const findNextChain = async (
  sql: SystemTx,
  afterTenant: string | undefined,
): Promise<string | undefined> => {
  const { rows } = await sql.query<{ tenant_id: string | null }>({
    text: `SELECT least(
             (SELECT tenant_id FROM audit_records WHERE $1::text IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1),
             (SELECT tenant_id FROM audit_heads WHERE $1::text IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1)
           ) AS tenant_id`,
    values: [afterTenant],
  });
  return rows[0]?.tenant_id ?? undefined;
};

/** How many records have no number yet, and for how many seconds the first of them has waited. */
export const measureUnsealed = async (
  sql: SystemTx,
): Promise<{ readonly count: number; readonly seconds: number }> => {
  const { rows } = await sql.query<{ count: number; seconds: number }>({
    name: 'audit-unsealed',
    text: `SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
           FROM audit_records WHERE number IS NULL`,
  });
  return rows[0] ?? { count: 0, seconds: 0 };
};

/** Takes note that the heads of a day were handed outside; false when somebody had done so. */
export const noteHeadExport = async (
  sql: SystemTx,
  exported: { readonly day: string; readonly tenants: number; readonly digest: string },
): Promise<boolean> => {
  const { rowCount } = await sql.query({
    text: 'INSERT INTO audit_head_exports (day, tenants, digest) VALUES ($1, $2, $3) ON CONFLICT (day) DO NOTHING',
    values: [exported.day, exported.tenants, Buffer.from(exported.digest, 'hex')],
  });
  return rowCount === 1;
};

/** The day, by the database's clock in UTC, if its heads were not handed outside yet. */
export const findDayToExport = async (sql: SystemTx): Promise<string | undefined> => {
  const { rows } = await sql.query<{ day: string }>({
    text: `SELECT day FROM to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today (day)
           WHERE NOT EXISTS (SELECT 1 FROM audit_head_exports e WHERE e.day = today.day)`,
  });
  return rows[0]?.day;
};
