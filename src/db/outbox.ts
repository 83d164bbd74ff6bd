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

const toOutboxRow = (row: Row): OutboxRow => ({
  id: row.id,
  queue: row.queue,
  tenantId: row.tenant_id,
  targetId: row.target_id,
  ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
});

/**
 * Claims rows of outdated statuses for ten seconds. A relay that dies in between loses nothing: they are claimed again.
 */
export const claimOutdated = async (sql: SystemTx, limit: number): Promise<readonly OutboxRow[]> => {
  const { rows } = await sql.query<Row>({
    name: 'outbox-claim-status',
    text: `UPDATE outbox SET claimed_until = now() + interval '10 seconds'
           WHERE id IN (
             SELECT id FROM outbox WHERE (claimed_until IS NULL OR claimed_until < now()) AND queue = '${statusQueue}'
             ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
           ) RETURNING id, queue, tenant_id, target_id, traceparent`,
    values: [limit],
  });
  return rows.map(toOutboxRow);
};

/** Of these queues, those that have something to be rung for. */
export const listPendingQueues = async <Name extends string>(
  sql: SystemTx,
  queues: readonly Name[],
): Promise<readonly Name[]> => {
  const { rows } = await sql.query<{ queue: Name }>({
    name: 'outbox-pending',
    text: `SELECT q.queue FROM unnest($1::text[]) AS q (queue) WHERE EXISTS (
             SELECT 1 FROM outbox o WHERE o.queue = q.queue AND (o.claimed_until IS NULL OR o.claimed_until < now()))`,
    values: [queues],
  });
  return rows.map(({ queue }) => queue);
};

/**
 * Claims the next rows of a queue for ten seconds, in turns: every tenant that waits gets one before any gets a second, and
 * who was served longest ago is first. So a tenant with one row never waits for the many of another. Tenants are found by
 * jumping along the index: the cost is that of the tenants that wait and of what is claimed, not of all that waits.
 */
export const claimTurns = async (
  sql: SystemTx,
  queue: string,
  limit: number,
): Promise<readonly OutboxRow[]> => {
  const { rows } = await sql.query<Row & { readonly place: number }>({
    name: 'outbox-claim-turns',
    text: `WITH RECURSIVE waiting AS (
        (SELECT tenant_id FROM outbox WHERE queue = $1 ORDER BY tenant_id LIMIT 1)
        UNION ALL
        SELECT (SELECT o.tenant_id FROM outbox o WHERE o.queue = $1 AND o.tenant_id > w.tenant_id
                ORDER BY o.tenant_id LIMIT 1)
        FROM waiting w WHERE w.tenant_id IS NOT NULL
      ), candidates AS (
        SELECT w.tenant_id, c.id, c.nth, coalesce(t.served, 0) AS served
        FROM waiting w LEFT JOIN turns t ON t.queue = $1 AND t.tenant_id = w.tenant_id
        CROSS JOIN LATERAL (
          SELECT id, row_number() OVER (ORDER BY id) AS nth FROM (
            SELECT o.id FROM outbox o WHERE o.queue = $1 AND o.tenant_id = w.tenant_id
              AND (o.claimed_until IS NULL OR o.claimed_until < now())
            ORDER BY o.id LIMIT $2 FOR UPDATE SKIP LOCKED) AS first) AS c
        WHERE w.tenant_id IS NOT NULL
      ), chosen AS (
        SELECT id, row_number() OVER (ORDER BY nth, served, id) AS place FROM candidates
        ORDER BY nth, served, id LIMIT $2
      )
      UPDATE outbox o SET claimed_until = now() + interval '10 seconds' FROM chosen WHERE o.id = chosen.id
      RETURNING o.id, o.queue, o.tenant_id, o.target_id, o.traceparent, chosen.place`,
    values: [queue, limit],
  });
  return [...rows].sort((one, other) => one.place - other.place).map(toOutboxRow);
};

/** Removes rows whose bell was rung, and notes whose turn it was. Rows are in the order of their turns. */
export const finishTurns = async (
  sql: SystemTx,
  queue: string,
  rows: readonly OutboxRow[],
): Promise<void> => {
  // The last turn of each tenant counts; locks are taken in one order by all who do this.
  const tenants = [...new Set(rows.map(({ tenantId }) => tenantId).toReversed())].toReversed();
  await sql.query({
    name: 'outbox-remove',
    text: `WITH gone AS (DELETE FROM outbox WHERE id = ANY ($1::bigint[]))
           INSERT INTO turns (queue, tenant_id, served)
           SELECT $2, tenant, served FROM (
             SELECT tenant, nextval('turn_order') AS served FROM unnest($3::text[]) WITH ORDINALITY AS u (tenant, place)
             ORDER BY place) AS taken
           ORDER BY tenant
           ON CONFLICT (queue, tenant_id) DO UPDATE SET served = excluded.served`,
    values: [rows.map(({ id }) => id), queue, tenants],
  });
};

/** Asks for work on what is not asked for yet. Returns how many were added. */
export const appendWakes = async (
  sql: SystemTx,
  queue: string,
  wakes: readonly { readonly tenantId: string; readonly id: string }[],
): Promise<number> => {
  if (wakes.length === 0) return 0;
  const { rowCount } = await sql.query({
    name: 'outbox-append',
    text: `INSERT INTO outbox (queue, tenant_id, target_id)
           SELECT $1, w.tenant, w.target FROM unnest($2::text[], $3::text[]) AS w (tenant, target)
           WHERE NOT EXISTS (SELECT 1 FROM outbox o
             WHERE o.queue = $1 AND o.tenant_id = w.tenant AND o.target_id = w.target)`,
    values: [queue, wakes.map(({ tenantId }) => tenantId), wakes.map(({ id }) => id)],
  });
  return rowCount;
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

/** Removes rows of statuses that were projected. */
export const removeOutbox = async (sql: SystemTx, ids: readonly number[]): Promise<void> => {
  await sql.query({
    name: 'outbox-remove-status',
    text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
    values: [ids],
  });
};
