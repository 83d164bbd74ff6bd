import type { Principal } from '../domain/access/principal.ts';
import type { TenantScope } from '../domain/access/tenant-scope.ts';
import type { RequestOrigin } from '../domain/audit/audit-record.ts';

/** What every write carries: who, for which tenant or projects of it, in which request. */
export interface RequestContext extends TenantScope {
  readonly principal: Principal;
  readonly requestId: string;
  /** W3C trace context, handed on to events and jobs. */
  readonly traceparent?: string;
  readonly idempotency?: IdempotencyClaim;
  /** The request, for the audit trail; absent for what does not come over HTTP. */
  readonly origin?: RequestOrigin;
  readonly trail?: AuditTrail;
}

/** Filled by the services: whether the request has an audit record, which was stored with what it changed. */
export interface AuditTrail {
  recorded: boolean;
}

/** The first request with this key decides; `requestHash` is SHA-256 of method, path and raw body. */
export interface IdempotencyClaim {
  readonly key: string;
  /** Method and route pattern, for example `POST /v1/clusters`. */
  readonly route: string;
  readonly requestHash: Buffer;
}

/** A write that was accepted; `replayed` when an earlier request with the same Idempotency-Key made it. */
export interface Accepted<Resource, Work> {
  readonly resource: Resource;
  readonly operation: Work;
  readonly replayed: boolean;
}

/** A resource that was made at once, without an operation. */
export interface Created<Resource> {
  readonly resource: Resource;
  readonly replayed: boolean;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page starts; absent on the last. The route signs it. */
  readonly next?: PagePosition;
}

/** Keyset position: the last row of a page. Ids are ordered by the time they were made. */
interface PagePosition {
  readonly id: string;
}

export interface PageRequest {
  /** 1 to 500. */
  readonly limit: number;
  readonly after?: PagePosition;
}

/** `If-Match`: any generation of these, or `*` (exists). Absent: no condition. */
export type IfMatch = readonly number[] | '*' | undefined;
