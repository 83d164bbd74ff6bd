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

/** Claims rows for ten seconds. A relay that dies in between loses nothing: they are claimed again. */
export const claimOutbox = async (sql: SystemTx, limit: number): Promise<readonly OutboxRow[]> => {
  const { rows } = await sql.query<Row>({
    name: 'outbox-claim',
    text: `UPDATE outbox SET claimed_until = now() + interval '10 seconds'
           WHERE id IN (
             SELECT id FROM outbox WHERE claimed_until IS NULL OR claimed_until < now()
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

/** Removes rows whose bell was rung. */
export const removeOutbox = async (sql: SystemTx, ids: readonly number[]): Promise<void> => {
  await sql.query({
    name: 'outbox-remove',
    text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
    values: [ids],
  });
};
