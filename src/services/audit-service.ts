import { readChain } from '../db/repositories/audit-chain.ts';
import { insertAuditRecords, listAuditRecords } from '../db/repositories/audit-records.ts';
import type { AuditRecord } from '../domain/audit/audit-record.ts';
import type { AuditService } from './audit-contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { type BookedAnswer, type BookLimitsByCaller, bookMinuteMs, RefusalBook } from './refusal-book.ts';

/** Milliseconds for which answers are gathered, to be stored by one statement. */
const gatherMs = 200;
/** Records of one statement. */
const batchSize = 500;
/** More than this is not kept while the database is away. */
const mostWaiting = 5_000;

export interface AuditTrailWriter {
  /** Stores what waits. With `final` also the counts of the minute that is not over. Throws nothing. */
  flush(final?: boolean): Promise<void>;
}

const recordOf = (id: string, { actor, origin, at, ...answer }: BookedAnswer): AuditRecord => ({
  ...answer,
  id,
  actorKind: actor.kind,
  actor: actor.id,
  tokenId: actor.tokenId,
  action: origin.operation,
  method: origin.method,
  route: origin.route,
  sourceAddress: origin.sourceAddress,
  userAgent: origin.userAgent,
  change: {},
  createdAt: at,
});

/**
 * The audit trail for readers, and for requests that changed nothing. Those are noted in memory once their answer is decided, and
 * stored a moment later: no answer waits for it, and none fails by it. What cannot be stored is told to `onLoss`.
 */
export const createAuditService = (
  deps: ServiceDependencies,
  onLoss: (error: unknown, lost: number) => void,
  limits?: BookLimitsByCaller,
): { readonly service: AuditService; readonly writer: AuditTrailWriter } => {
  const { database } = deps;
  const book = new RefusalBook(limits);
  let waiting: AuditRecord[] = [];
  let running: Promise<void> = Promise.resolve();
  const timers = new Map<string, NodeJS.Timeout>();

  const store = async (final: boolean): Promise<void> => {
    const booked = book.take(deps.clock(), final);
    waiting.push(...booked.map((answer) => recordOf(deps.newId('auditRecord'), answer)));
    try {
      while (waiting.length > 0) {
        await insertAuditRecords(database.system(), waiting.slice(0, batchSize));
        waiting = waiting.slice(batchSize);
      }
    } catch (error) {
      const lost = final ? waiting.length : Math.max(0, waiting.length - mostWaiting);
      waiting = waiting.slice(lost);
      onLoss(error, lost);
    }
  };

  const flush = (final = false): Promise<void> => {
    running = running.then(() => store(final));
    return running;
  };

  const arm = (name: 'soon' | 'minute', delayMs: number): void => {
    if (timers.has(name)) return;
    const ring = async (): Promise<void> => {
      timers.delete(name);
      await flush();
      if (waiting.length > 0) arm('minute', bookMinuteMs);
    };
    timers.set(name, setTimeout(ring, delayMs).unref());
  };

  const service = guardService<Omit<AuditService, 'noteAnswer'>>({
    listAuditRecords: (tenantId, page, filter) =>
      listAuditRecords(database.tenant({ tenantId }), tenantId, page, filter),
    readAuditChain: (tenantId, afterNumber, limit) =>
      readChain(database.tenant({ tenantId }), tenantId, afterNumber, limit),
    listFleetAuditRecords: (tenantId, page, filter) =>
      listAuditRecords(database.system(), tenantId, page, filter),
    readFleetAuditChain: (tenantId, afterNumber, limit) =>
      readChain(database.system(), tenantId, afterNumber, limit),
  });
  return {
    service: {
      ...service,
      noteAnswer: (answer) => {
        book.add(answer, deps.clock());
        arm('soon', gatherMs);
        // For what was counted: it is stored when its minute is over.
        arm('minute', bookMinuteMs);
      },
    },
    writer: {
      flush: (final) => {
        for (const timer of timers.values()) clearTimeout(timer);
        timers.clear();
        return flush(final);
      },
    },
  };
};
