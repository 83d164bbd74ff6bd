import type { BerthEvent, EventType, NewEvent } from '../domain/event/event.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { SystemTx, TenantTx } from './database.ts';
import { jsonText } from './json-text.ts';

interface EventRow {
  readonly id: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly subject: string;
  readonly cluster_id: string;
  readonly data: JsonObject;
  readonly traceparent: string | null;
  readonly created_at: string;
}

/** Appends events of one project to the tenant's log. They become readable once the sequencer has numbered them. */
export const appendEvents = async (
  tx: TenantTx,
  projectId: string,
  events: readonly NewEvent[],
  at: string,
): Promise<void> => {
  if (events.length === 0) return;
  await tx.query({
    name: 'events-append',
    text: `INSERT INTO events (tenant_id, id, type, subject, cluster_id, data, created_at, project_id)
           SELECT $1, e.id, e.type, e.subject, e."clusterId", e.data, $3, $4
           FROM jsonb_to_recordset($2::jsonb) AS e (id text, type text, subject text, "clusterId" text, data jsonb)`,
    values: [tx.tenantId, jsonText(events), at, projectId],
  });
};

/** Any constant works, as long as every sequencer uses the same. */
const sequencerLock = 7_203_812;

/**
 * Numbers committed events that have no sequence yet, per tenant and without gaps, and returns how many. Only one
 * sequencer at a time holds the lock, so a number is never given before all smaller ones are readable.
 */
export const sequenceEvents = async (tx: SystemTx, limit: number): Promise<number> => {
  const { rows: locked } = await tx.query<{ held: boolean }>({
    text: 'SELECT pg_try_advisory_xact_lock($1) AS held',
    values: [sequencerLock],
  });
  if (locked[0]?.held !== true) return 0;
  const { rows } = await tx.query<{ numbered: number }>({
    name: 'events-sequence',
    text: `WITH fresh AS (
        SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id ORDER BY position) AS nth
        FROM (SELECT tenant_id, id, position FROM events WHERE sequence IS NULL ORDER BY position LIMIT $1) AS batch
      ), heads AS (
        INSERT INTO event_heads (tenant_id, sequence)
        SELECT tenant_id, max(nth) FROM fresh GROUP BY tenant_id
        ON CONFLICT (tenant_id) DO UPDATE SET sequence = event_heads.sequence + excluded.sequence
        RETURNING tenant_id, sequence
      ), counts AS (
        SELECT tenant_id, max(nth) AS size FROM fresh GROUP BY tenant_id
      ), numbered AS (
        UPDATE events SET sequence = heads.sequence - counts.size + fresh.nth
        FROM fresh JOIN heads USING (tenant_id) JOIN counts USING (tenant_id)
        WHERE events.tenant_id = fresh.tenant_id AND events.id = fresh.id
        RETURNING 1
      ) SELECT count(*)::int AS numbered FROM numbered`,
    values: [limit],
  });
  return rows[0]?.numbered ?? 0;
};

export const listEvents = async (
  tx: TenantTx,
  query: {
    readonly limit: number;
    readonly afterSequence: number;
    readonly clusterId?: string;
    readonly type?: string;
  },
): Promise<readonly BerthEvent[]> => {
  const { rows } = await tx.query<EventRow>({
    text: `SELECT id, sequence, type, subject, cluster_id, data, traceparent, created_at FROM events
           WHERE tenant_id = $1 AND sequence > $2 AND ($3::text IS NULL OR cluster_id = $3)
             AND ($4::text IS NULL OR type = $4)
           ORDER BY sequence LIMIT $5`,
    values: [tx.tenantId, query.afterSequence, query.clusterId ?? null, query.type ?? null, query.limit],
  });
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    type: row.type,
    subject: row.subject,
    clusterId: row.cluster_id,
    data: row.data,
    time: row.created_at,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  }));
};
