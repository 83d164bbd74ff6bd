import type { AuditOutcome, AuditRecord, SealedRecord } from '../domain/audit/audit-record.ts';
import type { UnchangedAnswer } from './refusal-book.ts';
import type { Page, PageRequest } from './request-context.ts';

export interface AuditListFilter {
  /** Id of who did it. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly targetId?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly requestId?: string | undefined;
  /** Not before this time. */
  readonly since?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
}

export interface AuditService {
  /** Notes a request that changed nothing, once its answer is decided. Returns at once and throws nothing. */
  noteAnswer(answer: UnchangedAnswer): void;
  listAuditRecords(tenantId: string, page: PageRequest, filter: AuditListFilter): Promise<Page<AuditRecord>>;
  /** Sealed records behind a number, in the order of the chain. */
  readAuditChain(tenantId: string, afterNumber: number, limit: number): Promise<readonly SealedRecord[]>;
  /** The same for the fleet: of any tenant, or of the fleet itself when `tenantId` is empty. */
  listFleetAuditRecords(
    tenantId: string,
    page: PageRequest,
    filter: AuditListFilter,
  ): Promise<Page<AuditRecord>>;
  readFleetAuditChain(tenantId: string, afterNumber: number, limit: number): Promise<readonly SealedRecord[]>;
}
