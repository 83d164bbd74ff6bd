import type { Actor } from '../../domain/access/actor.ts';
import type { RequestOrigin } from '../../domain/audit/audit-record.ts';
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
  readonly actor: Actor;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string;
  readonly requestId: string;
  /** What was before and what is after, without secrets. */
  readonly change: JsonObject;
  readonly origin?: RequestOrigin | undefined;
}

type QueueName = 'cluster' | 'node-pool' | 'access' | 'question';

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
  readonly operation?: NewOperation;
  readonly event?: NewEvent;
  /** Of what is changed; who reaches only some projects sees the operation and the event by it. */
  readonly projectId?: string;
  readonly audit: NewAuditRecord;
  readonly wakes: readonly Wake[];
  readonly idempotency?: IdempotencyRecord | undefined;
  readonly traceparent?: string | undefined;
  readonly at: string;
}

const operationValues = (operation: NewOperation | undefined): readonly unknown[] => [
  operation?.id,
  operation?.type,
  operation?.targetKind,
  operation?.targetId,
  operation?.clusterId,
  operation?.generation,
  operation && JSON.stringify(operation.stages),
  operation?.deadlineAt,
  operation?.estimatedCompletionAt,
];

const eventValues = (event: NewEvent | undefined): readonly unknown[] => [
  event?.id,
  event?.type,
  event?.subject,
  event?.clusterId,
  event && JSON.stringify(event.data),
];

const auditValues = (audit: NewAuditRecord): readonly unknown[] => [
  audit.id,
  audit.actor.id,
  audit.actor.kind,
  audit.actor.tokenId,
  audit.action,
  audit.targetKind,
  audit.targetId,
  audit.requestId,
  JSON.stringify(audit.change),
  audit.origin?.method,
  audit.origin?.route,
  audit.origin?.sourceAddress,
  audit.origin?.userAgent,
];

const idempotencyValues = (record: IdempotencyRecord | undefined): readonly unknown[] => [
  record?.route,
  record?.key,
  record?.requestHash,
  record && JSON.stringify(record.response),
];

/** Parameters of changeRecordCtes, to be appended from position `first` on. What is absent is null. */
export const changeRecordValues = (record: ChangeRecord): readonly unknown[] => [
  record.traceparent,
  record.at,
  record.projectId,
  ...operationValues(record.operation),
  ...eventValues(record.event),
  ...auditValues(record.audit),
  record.wakes.map((wake) => wake.queue),
  record.wakes.map((wake) => wake.targetId),
  ...idempotencyValues(record.idempotency),
];

/**
 * Common table expressions that write a change record; $1 is the tenant, the rest starts at `first`. Plain parameters,
 * and not rows out of JSON: a create spends a tenth of its time in PostgreSQL on taking these apart.
 */
export const changeRecordCtes = (first: number): string => {
  let next = first;
  const p = (type: string): string => {
    next += 1;
    return `$${next - 1}::${type}`;
  };
  const traceparent = p('text');
  const at = p('timestamptz');
  const projectId = p('text');
  const operationId = p('text');
  const operation = `${p('text')}, ${p('text')}, ${p('text')}, ${p('text')}, 'queued', ${p('bigint')}, ${p('jsonb')},
        ${p('timestamptz')}, ${p('timestamptz')}`;
  const eventId = p('text');
  const event = `${p('text')}, ${p('text')}, ${p('text')}, ${p('jsonb')}`;
  const audit = [...Array(8).fill('text'), 'jsonb', ...Array(4).fill('text')].map(p).join(', ');
  const wakes = `unnest(${p('text[]')}, ${p('text[]')})`;
  const route = p('text');
  const key = p('text');
  return `
    new_operation AS (
      INSERT INTO operations (tenant_id, id, type, target_kind, target_id, cluster_id, state, generation, stages,
        deadline_at, estimated_completion_at, created_at, project_id)
      SELECT $1, ${operationId}, ${operation}, ${at}, ${projectId} WHERE ${operationId} IS NOT NULL
    ),
    new_event AS (
      INSERT INTO events (tenant_id, id, type, subject, cluster_id, data, traceparent, created_at, project_id)
      SELECT $1, ${eventId}, ${event}, ${traceparent}, ${at}, ${projectId} WHERE ${eventId} IS NOT NULL
    ),
    new_audit AS (
      INSERT INTO audit_records (tenant_id, id, actor, actor_kind, token_id, action, target_kind, target_id, request_id,
        change, method, route, source_address, user_agent, created_at)
      VALUES ($1, ${audit}, ${at})
    ),
    new_wakes AS (
      INSERT INTO outbox (queue, tenant_id, target_id, traceparent)
      SELECT w.queue, $1, w.target, ${traceparent} FROM ${wakes} AS w (queue, target)
    ),
    new_key AS (
      INSERT INTO idempotency_keys (tenant_id, route, key, request_hash, response)
      SELECT $1, ${route}, ${key}, ${p('bytea')}, ${p('jsonb')} WHERE ${key} IS NOT NULL
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
