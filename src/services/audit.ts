import type { TenantTx } from '../db/database.ts';
import { type NewAuditRecord, recordChange } from '../db/repositories/change-record.ts';
import { actorOf } from '../domain/access/actor.ts';
import { targetKindOf } from '../domain/audit/audit-target.ts';
import { redactSecrets } from '../domain/audit/redact.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { idempotencyRecord } from './idempotency.ts';
import type { RequestContext } from './request-context.ts';

/**
 * The audit record of an accepted change, to be stored with it. `action` is for what comes without a request: one that
 * comes over HTTP is named by its operation.
 */
export const describeAudit = (
  deps: Pick<ServiceDependencies, 'newId'>,
  context: RequestContext,
  change: { readonly action: string; readonly targetId: string; readonly audit: JsonObject },
): NewAuditRecord => {
  const { origin, trail } = context;
  if (trail !== undefined) trail.recorded = true;
  return {
    id: deps.newId('auditRecord'),
    actor: actorOf(context.principal),
    action: origin?.operation ?? change.action,
    targetKind: targetKindOf(change.targetId, origin?.route),
    targetId: change.targetId,
    requestId: context.requestId,
    change: redactSecrets(change.audit),
    origin,
  };
};

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
    audit: describeAudit(deps, context, change),
    wakes: [],
    idempotency: idempotencyRecord(context, change.response),
    traceparent: context.traceparent,
    at: deps.clock(),
  });
