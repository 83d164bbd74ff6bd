import type { AuditOutcome, AuditRecord } from '../../domain/audit/audit-record.ts';
import { earliestId } from '../../domain/shared/id-time.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import type { Sql, SystemTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { type AuditRow, auditColumns, toAuditRecord } from './audit-row.ts';
import { Conditions, cutPage } from './page.ts';

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly targetId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly requestId?: string | undefined;
  /** Not before this time. */
  readonly since?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
}

/** Seconds by which the time of a record and that in its id may differ: clocks, and counts that are stored later. */
const idSlackSeconds = 3600;

/** Bounds of the id for those of the time: the index is by id, and ids are in the order of their making. */
const addTimes = (where: Conditions, { since, until }: AuditFilter): void => {
  where.addDefined('created_at >= ?', since).addDefined('created_at < ?', until);
  if (since !== undefined)
    where.add('id >= ?', earliestId('auditRecord', plusSeconds(since, -idSlackSeconds)));
  if (until !== undefined) where.add('id < ?', earliestId('auditRecord', plusSeconds(until, idSlackSeconds)));
};

/** Newest first. `tenantId` is empty for the fleet's own. */
export const listAuditRecords = async (
  sql: Sql,
  tenantId: string,
  page: { readonly limit: number; readonly after?: { readonly id: string } },
  filter: AuditFilter,
): Promise<{ readonly items: readonly AuditRecord[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tenantId)
    .addDefined('id < ?', page.after?.id)
    .addDefined('actor = ?', filter.actor)
    .addDefined('action = ?', filter.action)
    .addDefined('target_id = ?', filter.targetId)
    .addDefined('outcome = ?', filter.outcome)
    .addDefined('request_id = ?', filter.requestId);
  addTimes(where, filter);
  const limit = where.parameter(page.limit + 1);
  const { rows } = await sql.query<AuditRow>({
    text: `SELECT ${auditColumns} FROM audit_records WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toAuditRecord), page.limit);
};

/** Adds records of requests that changed nothing: they have no transaction to be part of. One statement for all. */
export const insertAuditRecords = async (sql: SystemTx, records: readonly AuditRecord[]): Promise<void> => {
  await sql.query({
    name: 'audit-records-insert',
    text: `INSERT INTO audit_records (${auditColumns})
           SELECT "tenantId", id, "actorKind", actor, "tokenId", action, method, route, "targetKind", "targetId", outcome,
             status, code, count, "requestId", "sourceAddress", "userAgent", change, "createdAt"
           FROM jsonb_to_recordset($1::jsonb) AS r ("tenantId" text, id text, "actorKind" text, actor text, "tokenId" text,
             action text, method text, route text, "targetKind" text, "targetId" text, outcome text, status integer,
             code text, count integer, "requestId" text, "sourceAddress" text, "userAgent" text, change jsonb,
             "createdAt" timestamptz)`,
    values: [jsonText(records)],
  });
};
