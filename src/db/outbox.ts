import type { SystemTx } from './database.ts';

export interface OutboxRow {
  readonly id: number;
  readonly queue: string;
  readonly tenantId: string;
  readonly targetId: string;
  readonly traceparent?: string;
}

interface Row {
  readonly id: number;
  readonly queue: string;
  readonly tenant_id: string;
  readonly target_id: string;
  readonly traceparent: string | null;
}

/** The rows for clusters whose status is outdated; all others are for the queue that they name. */
export const statusQueue = 'status';

/**
 * Claims rows for ten seconds: those for the queues, or those of outdated statuses. A relay that dies in between
 * loses nothing: they are claimed again.
 */
export const claimOutbox = async (
  sql: SystemTx,
  limit: number,
  kind: 'jobs' | 'status' = 'jobs',
): Promise<readonly OutboxRow[]> => {
  const { rows } = await sql.query<Row>({
    name: `outbox-claim-${kind}`,
    text: `UPDATE outbox SET claimed_until = now() + interval '10 seconds'
           WHERE id IN (
             SELECT id FROM outbox WHERE (claimed_until IS NULL OR claimed_until < now())
               AND queue ${kind === 'status' ? '=' : '<>'} '${statusQueue}'
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
           ) RETURNING id, queue, tenant_id, target_id, traceparent`,
    values: [limit],
  });
  return rows.map((row) => ({
    id: row.id,
    queue: row.queue,
    tenantId: row.tenant_id,
    targetId: row.target_id,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  }));
};

/** Notes whose status has to be projected anew, beside the observations that say so. */
export const appendOutdated = async (
  tx: SystemTx,
  changed: readonly { readonly tenantId: string; readonly clusterId: string }[],
): Promise<void> => {
  if (changed.length === 0) return;
  await tx.query({
    name: 'outbox-outdated',
    text: `INSERT INTO outbox (queue, tenant_id, target_id)
           SELECT DISTINCT '${statusQueue}', c."tenantId", c."clusterId"
           FROM jsonb_to_recordset($1::jsonb) AS c ("tenantId" text, "clusterId" text)`,
    values: [JSON.stringify(changed)],
  });
};

/** Removes rows whose bell was rung. */
export const removeOutbox = async (sql: SystemTx, ids: readonly number[]): Promise<void> => {
  await sql.query({
    name: 'outbox-remove',
    text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
    values: [ids],
  });
};
