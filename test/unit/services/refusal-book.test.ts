import { describe, expect, it } from 'vitest';
import { RefusalBook, type UnchangedAnswer } from '../../../src/services/refusal-book.ts';

const small = { alonePerKind: 2, alone: 5, kinds: 3 };
const tiny = { alonePerKind: 1, alone: 2, kinds: 2 };
const newBook = () => new RefusalBook({ tenant: small, anonymous: tiny });

const answer = (
  change: Partial<UnchangedAnswer> & { operation?: string; address?: string } = {},
): UnchangedAnswer => {
  const { operation = 'createCluster', address = '192.0.2.1', ...rest } = change;
  return {
    tenantId: 'ten_a',
    actor: { kind: 'apiKey', id: 'key_1' },
    origin: { operation, method: 'POST', route: '/v1/clusters', sourceAddress: address },
    targetKind: '',
    targetId: '',
    outcome: 'refused',
    status: 403,
    code: 'permission-denied',
    requestId: 'req_1',
    ...rest,
  };
};

const nobody = (address: string) =>
  answer({ tenantId: '', actor: { kind: 'anonymous', id: '' }, code: 'unauthenticated', address });

const first = '2026-12-01T00:00:01.000Z';
const later = '2026-12-01T00:00:59.000Z';
const next = '2026-12-01T00:01:00.000Z';

const counts = (book: RefusalBook, at: string, final = false) =>
  book.take(at, final).map(({ count }) => count);

describe('answers that changed nothing', () => {
  it('have a record each, at first', () => {
    const book = newBook();
    book.add(answer({ requestId: 'req_1' }), first);
    book.add(answer({ requestId: 'req_2' }), later);
    expect(book.take(later).map(({ requestId, count, at }) => [requestId, count, at])).toEqual([
      ['req_1', 1, first],
      ['req_2', 1, later],
    ]);
    expect(book.take(next)).toEqual([]);
  });

  it('of one kind are counted for the rest of the minute, and told when it is over', () => {
    const book = newBook();
    for (let n = 1; n <= 1000; n += 1) book.add(answer({ requestId: `req_${n}` }), n < 1000 ? first : later);
    expect(counts(book, later)).toEqual([1, 1]);
    expect(book.take(next)).toMatchObject([{ count: 998, requestId: 'req_1000', at: later }]);
    book.add(answer(), next);
    expect(counts(book, next)).toEqual([1]);
  });

  it('are told at once when the process ends', () => {
    const book = newBook();
    for (let n = 0; n < 3; n += 1) book.add(answer(), first);
    expect(counts(book, first, true)).toEqual([1, 1, 1]);
  });

  it.each([
    ['operation', { operation: 'deleteCluster' }],
    ['error code', { code: 'not-found' }],
    ['outcome', { outcome: 'replayed' as const }],
    ['actor', { actor: { kind: 'apiKey' as const, id: 'key_2' } }],
    ['tenant', { tenantId: 'ten_b' }],
  ])('of another %s are another kind', (_what, change) => {
    const book = newBook();
    for (let n = 0; n < 4; n += 1) book.add(answer(), first);
    book.add(answer(change), first);
    expect(counts(book, first)).toEqual([1, 1, 1]);
  });

  it('of many kinds have no more records than a tenant may have', () => {
    const book = newBook();
    for (let n = 0; n < 1000; n += 1)
      for (let again = 0; again < 3; again += 1) book.add(answer({ operation: `op${n}` }), first);
    expect(counts(book, first)).toEqual([1, 1, 1, 1, 1]);
    // Two kinds had two records and one had one; all others are one count.
    expect(counts(book, next)).toEqual([1, 1, 2, 2991]);
  });

  it('of one tenant leave the others theirs', () => {
    const book = newBook();
    for (let n = 0; n < 1000; n += 1) book.add(answer({ operation: `op${n}` }), first);
    book.take(first);
    book.add(answer({ tenantId: 'ten_b', requestId: 'req_b' }), first);
    expect(book.take(first)).toMatchObject([{ tenantId: 'ten_b', requestId: 'req_b', count: 1 }]);
  });

  it('to callers without credentials are counted by address, and by few of those', () => {
    const book = newBook();
    for (let n = 0; n < 100; n += 1)
      for (let again = 0; again < 10; again += 1) book.add(nobody(`192.0.2.${n}`), first);
    expect(book.take(first).map(({ origin }) => origin.sourceAddress)).toEqual(['192.0.2.0', '192.0.2.1']);
    expect(counts(book, next)).toEqual([9, 9, 980]);
  });
});
