import type { NewEvent } from '../../domain/event/event.ts';
import type { OperationStage, OperationType } from '../../domain/operation/operation.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { TenantTx } from '../database.ts';

export interface NewOperation {
  readonly id: string;
  readonly type: OperationType;
  readonly targetKind: 'cluster' | 'nodePool';
  readonly targetId: string;
  readonly clusterId: string;
  readonly generation: number;
  readonly stages: readonly OperationStage[];
  readonly deadlineAt: string;
  readonly estimatedCompletionAt?: string;
}

export interface NewAuditRecord {
  readonly id: string;
  readonly actor: string;
  readonly action: string;
  readonly targetId: string;
  readonly requestId: string;
  readonly change: JsonObject;
}

export type QueueName = 'cluster' | 'node-pool' | 'access';

export interface Wake {
  readonly queue: QueueName;
  readonly targetId: string;
}

export interface IdempotencyRecord {
  readonly route: string;
  readonly key: string;
  readonly requestHash: Buffer;
  /** Ids of what the first request made: enough to answer it again. */
  readonly response: JsonObject;
}

/** All that is written beside the thing itself, in the same commit: nothing accepted is without its trace. */
export interface ChangeRecord {
  readonly operations: readonly NewOperation[];
  readonly events: readonly NewEvent[];
  readonly audit: readonly NewAuditRecord[];
  readonly wakes: readonly Wake[];
  readonly idempotency?: IdempotencyRecord | undefined;
  readonly traceparent?: string | undefined;
  readonly at: string;
}

/** Parameters of changeRecordCtes, to be appended from position `first` on. Ten of them. */
export const changeRecordValues = (record: ChangeRecord): readonly unknown[] => [
  JSON.stringify(record.operations),
  JSON.stringify(record.events),
  JSON.stringify(record.audit),
  JSON.stringify(record.wakes),
  record.idempotency?.route ?? null,
  record.idempotency?.key ?? null,
  record.idempotency?.requestHash ?? null,
  record.idempotency ? JSON.stringify(record.idempotency.response) : null,
  record.traceparent ?? null,
  record.at,
];

/** Common table expressions that write a change record; $1 is the tenant, the rest starts at `first`. */
export const changeRecordCtes = (first: number): string => {
  const p = (offset: number): string => `$${first + offset}`;
  return `
    new_operations AS (
      INSERT INTO operations (tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, stages,
        deadline_at, estimated_completion_at, created_at)
      SELECT $1, o.id, o.type, o."targetKind", o."targetId", o."clusterId", 'queued', o.generation, o.stages,
        o."deadlineAt", o."estimatedCompletionAt", ${p(9)}::timestamptz
      FROM jsonb_to_recordset(${p(0)}::jsonb) AS o (id text, type text, "targetKind" text, "targetId" text,
        "clusterId" text, generation bigint, stages jsonb, "deadlineAt" timestamptz, "estimatedCompletionAt" timestamptz)
    ),
    new_events AS (
      INSERT INTO events (tenant_id, id, type, subject, cluster_id, data, traceparent, created_at)
      SELECT $1, e.id, e.type, e.subject, e."clusterId", e.data, ${p(8)}::text, ${p(9)}::timestamptz
      FROM jsonb_to_recordset(${p(1)}::jsonb) AS e (id text, type text, subject text, "clusterId" text, data jsonb)
    ),
    new_audit AS (
      INSERT INTO audit_records (tenant_id, id, actor, action, target_id, request_id, change, created_at)
      SELECT $1, a.id, a.actor, a.action, a."targetId", a."requestId", a.change, ${p(9)}::timestamptz
      FROM jsonb_to_recordset(${p(2)}::jsonb) AS a (id text, actor text, action text, "targetId" text,
        "requestId" text, change jsonb)
    ),
    new_wakes AS (
      INSERT INTO outbox (queue, tenant_id, target_id, traceparent)
      SELECT w.queue, $1, w."targetId", ${p(8)}::text
      FROM jsonb_to_recordset(${p(3)}::jsonb) AS w (queue text, "targetId" text)
    ),
    new_key AS (
      INSERT INTO idempotency_keys (tenant_id, route, key, request_hash, response)
      SELECT $1, ${p(4)}::text, ${p(5)}::text, ${p(6)}::bytea, ${p(7)}::jsonb
      WHERE ${p(5)}::text IS NOT NULL
    )`;
};

/** Writes a change record beside statements of the same transaction. */
export const recordChange = async (tx: TenantTx, record: ChangeRecord): Promise<void> => {
  await tx.query({
    name: 'record-change',
    text: `WITH ${changeRecordCtes(2)} SELECT 1`,
    values: [tx.tenantId, ...changeRecordValues(record)],
  });
};
