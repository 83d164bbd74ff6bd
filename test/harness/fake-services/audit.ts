import type { AuditRecord, SealedRecord } from '../../../src/domain/audit/audit-record.ts';
import { chainStart } from '../../../src/domain/audit/canonical-record.ts';
import { hashLink } from '../../../src/services/audit-chain.ts';
import type { AuditListFilter, AuditService } from '../../../src/services/audit-contract.ts';
import { pageOf, type World } from './world.ts';

const fits = (record: AuditRecord, { since = '', until, ...words }: AuditListFilter): boolean =>
  record.createdAt >= since &&
  (until === undefined || record.createdAt < until) &&
  Object.entries(words).every(
    ([name, word]) => word === undefined || record[name as keyof AuditRecord] === word,
  );

const chainOf = (records: readonly AuditRecord[]): readonly SealedRecord[] => {
  let hash = chainStart;
  return records.map((record, index) => {
    const numbered = { ...record, number: index + 1, sealedAt: record.createdAt };
    hash = hashLink(hash, numbered);
    return { ...numbered, hash };
  });
};

/** Keeps what requests left that changed nothing; there are no records of accepted ones, which no fake service writes. */
export const createFakeAudit = (world: World): AuditService => {
  const recordsOf = (tenantId: string) => world.auditRecords.filter((record) => record.tenantId === tenantId);
  const list: AuditService['listAuditRecords'] = async (tenantId, page, filter) =>
    pageOf(
      recordsOf(tenantId).filter((record) => fits(record, filter)),
      page,
    );
  const read: AuditService['readAuditChain'] = async (tenantId, afterNumber, limit) =>
    chainOf(recordsOf(tenantId)).slice(afterNumber, afterNumber + limit);
  return {
    noteAnswer: ({ actor, origin, ...answer }) => {
      world.auditRecords.push({
        ...answer,
        id: world.newId('auditRecord'),
        actorKind: actor.kind,
        actor: actor.id,
        tokenId: actor.tokenId,
        action: origin.operation,
        method: origin.method,
        route: origin.route,
        sourceAddress: origin.sourceAddress,
        userAgent: origin.userAgent,
        count: 1,
        change: {},
        createdAt: world.now(),
      });
    },
    listAuditRecords: list,
    readAuditChain: read,
    listFleetAuditRecords: list,
    readFleetAuditChain: read,
  };
};
