import type { ChangeRecord, NewOperation, Wake } from '../db/repositories/change-record.ts';
import type { EventType, NewEvent } from '../domain/event/event.ts';
import type { OperationType } from '../domain/operation/operation.ts';
import { initialStages, operationDeadlineSeconds } from '../domain/operation/stages.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { plusSeconds } from '../domain/shared/time.ts';
import { describeAudit } from './audit.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { idempotencyRecord } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';

export interface Change {
  readonly type: OperationType;
  readonly targetKind: 'cluster' | 'nodePool';
  readonly targetId: string;
  readonly clusterId: string;
  readonly projectId: string;
  readonly generation: number;
  /** Berth makes the infrastructure, or takes it away. */
  readonly hasInfrastructure?: boolean;
  readonly operationId: string;
  readonly event: EventType;
  readonly eventData: JsonObject;
  /** What the audit trail shows of it; secrets are absent by construction. */
  readonly audit: JsonObject;
  readonly wakes: readonly Wake[];
  readonly response: JsonObject;
  readonly at: string;
}

const auditAction: Readonly<Record<OperationType, string>> = {
  'cluster.create': 'clusters.create',
  'cluster.update': 'clusters.update',
  'cluster.delete': 'clusters.delete',
  'nodePool.create': 'nodePools.create',
  'nodePool.update': 'nodePools.update',
  'nodePool.delete': 'nodePools.delete',
};

const operationOf = (change: Change): NewOperation => ({
  id: change.operationId,
  type: change.type,
  targetKind: change.targetKind,
  targetId: change.targetId,
  clusterId: change.clusterId,
  generation: change.generation,
  stages: initialStages(change.type, change.hasInfrastructure),
  deadlineAt: plusSeconds(change.at, operationDeadlineSeconds(change.type, change.hasInfrastructure)),
});

/** Operation, event, audit record, doorbell and idempotency key of one accepted change, to be stored with it. */
export const describeChange = (
  deps: ServiceDependencies,
  context: RequestContext,
  change: Change,
): ChangeRecord => {
  const event: NewEvent = {
    id: deps.newId('event'),
    type: change.event,
    subject: change.targetId,
    clusterId: change.clusterId,
    data: { operationId: change.operationId, generation: change.generation, ...change.eventData },
  };
  const audit = describeAudit(deps, context, { ...change, action: auditAction[change.type] });
  return {
    operation: operationOf(change),
    event,
    projectId: change.projectId,
    audit,
    wakes: change.wakes,
    idempotency: idempotencyRecord(context, change.response),
    traceparent: context.traceparent,
    at: change.at,
  };
};
