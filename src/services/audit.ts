import type { TenantTx } from '../db/database.ts';
import { recordChange } from '../db/repositories/change-record.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { idempotencyRecord } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';

/** Stores the audit record (and the idempotency key) of a change that has no operation, in its transaction. */
export const recordSimpleChange = (
  tx: TenantTx,
  deps: ServiceDependencies,
  context: RequestContext,
  change: {
    readonly action: string;
    readonly targetId: string;
    readonly audit: JsonObject;
    readonly response: JsonObject;
  },
): Promise<void> =>
  recordChange(tx, {
    audit: {
      id: deps.newId('auditRecord'),
      actor: context.principal.id,
      action: change.action,
      targetId: change.targetId,
      requestId: context.requestId,
      change: change.audit,
    },
    wakes: [],
    idempotency: idempotencyRecord(context, change.response),
    traceparent: context.traceparent,
    at: deps.clock(),
  });
