import type { ActorKind } from '../access/actor.ts';
import type { JsonObject } from '../shared/json.ts';

/**
 * How a request ended. `accepted`: it changed something, and the record was stored with the change. `replayed`: an earlier request
 * with its Idempotency-Key had made it. `unchanged`: it went well and changed nothing, as a dry run does. `refused`: 4xx.
 * `failed`: 5xx, so what became of it is not known.
 */
export const auditOutcomes = ['accepted', 'replayed', 'unchanged', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The request that a record is about. */
export interface RequestOrigin {
  /** `operationId` of the route. */
  readonly operation: string;
  readonly method: string;
  /** Pattern of the route, for example `/v1/clusters/:id`. */
  readonly route: string;
  readonly sourceAddress: string;
  readonly userAgent?: string | undefined;
}

/** One entry of the audit trail. Secrets are not in it. */
export interface AuditRecord {
  /** Empty for the fleet's own records, and those of callers who are unknown. */
  readonly tenantId: string;
  readonly id: string;
  readonly actorKind: ActorKind;
  readonly actor: string;
  readonly tokenId?: string | undefined;
  /** `operationId` of the route; for what Berth does by itself, a word with dots. */
  readonly action: string;
  readonly method?: string | undefined;
  readonly route?: string | undefined;
  readonly targetKind: string;
  readonly targetId: string;
  readonly outcome: AuditOutcome;
  /** HTTP status; absent of accepted ones, which are stored before their answer. */
  readonly status?: number | undefined;
  /** Error code. */
  readonly code?: string | undefined;
  /** Above 1: this many requests like the one described, counted instead of stored one by one. */
  readonly count: number;
  readonly requestId: string;
  readonly sourceAddress?: string | undefined;
  readonly userAgent?: string | undefined;
  /** `before` and `after`, as far as it makes sense. */
  readonly change: JsonObject;
  readonly createdAt: string;
}

/** A record with its place in the chain of its tenant. */
export interface SealedRecord extends AuditRecord {
  /** From 1, without gaps. */
  readonly number: number;
  readonly sealedAt: string;
  /** SHA-256 in hexadecimal over the hash before it and this record in canonical form. */
  readonly hash: string;
}

/** The last link of a chain. */
export interface ChainHead {
  readonly tenantId: string;
  readonly number: number;
  readonly hash: string;
}
