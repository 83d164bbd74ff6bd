import type { ActorKind } from '../../domain/access/actor.ts';
import type { AuditOutcome, AuditRecord, SealedRecord } from '../../domain/audit/audit-record.ts';
import type { JsonObject } from '../../domain/shared/json.ts';

export const auditColumns = `tenant_id, id, actor_kind, actor, token_id, action, method, route, target_kind, target_id, outcome,
  status, code, count, request_id, source_address, user_agent, change, created_at`;

export interface AuditRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly actor_kind: ActorKind;
  readonly actor: string;
  readonly token_id: string | null;
  readonly action: string;
  readonly method: string | null;
  readonly route: string | null;
  readonly target_kind: string;
  readonly target_id: string;
  readonly outcome: AuditOutcome;
  readonly status: number | null;
  readonly code: string | null;
  readonly count: number;
  readonly request_id: string;
  readonly source_address: string | null;
  readonly user_agent: string | null;
  readonly change: JsonObject;
  readonly created_at: string;
}

export interface SealedRow extends AuditRow {
  readonly number: number;
  readonly sealed_at: string;
  readonly hash: Buffer;
}

export const toAuditRecord = (row: AuditRow): AuditRecord => ({
  tenantId: row.tenant_id,
  id: row.id,
  actorKind: row.actor_kind,
  actor: row.actor,
  tokenId: row.token_id ?? undefined,
  action: row.action,
  method: row.method ?? undefined,
  route: row.route ?? undefined,
  targetKind: row.target_kind,
  targetId: row.target_id,
  outcome: row.outcome,
  status: row.status ?? undefined,
  code: row.code ?? undefined,
  count: row.count,
  requestId: row.request_id,
  sourceAddress: row.source_address ?? undefined,
  userAgent: row.user_agent ?? undefined,
  change: row.change,
  createdAt: row.created_at,
});

export const toSealedRecord = (row: SealedRow): SealedRecord => ({
  ...toAuditRecord(row),
  number: row.number,
  sealedAt: row.sealed_at,
  hash: row.hash.toString('hex'),
});
