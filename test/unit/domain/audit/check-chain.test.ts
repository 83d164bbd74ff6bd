import { describe, expect, it } from 'vitest';
import type { SealedRecord } from '../../../../src/domain/audit/audit-record.ts';
import { checkEnd, checkLink, startOfChain } from '../../../../src/domain/audit/check-chain.ts';

/** A hash that can be read: what came before, and the number. */
const hashLink = (previous: string, { number }: { readonly number: number }) =>
  `${previous.slice(-6)}>${number}`;

const record = (number: number, hash: string, createdAt = '2026-12-01T00:00:00.000Z'): SealedRecord => ({
  tenantId: 'ten_1',
  id: `au_${number}`,
  actorKind: 'apiKey',
  actor: 'key_1',
  action: 'createProject',
  targetKind: 'project',
  targetId: 'prj_1',
  outcome: 'accepted',
  count: 1,
  requestId: 'req_1',
  change: {},
  createdAt,
  number,
  sealedAt: '2026-12-01T00:00:01.000Z',
  hash,
});

const start = startOfChain('ten_1');
const first = { tenantId: 'ten_1', number: 1, hash: '000000>1', latest: '2026-12-01T00:00:00.000Z' };

describe('the next record of a chain', () => {
  it('goes on from the hash before it', () => {
    expect(checkLink(start, record(1, '000000>1'), hashLink)).toEqual(first);
    expect(checkLink(first, record(2, '0000>1>2'), hashLink)).toEqual({
      ...first,
      number: 2,
      hash: '0000>1>2',
    });
  });

  it('is wrong when its hash is another, or its number', () => {
    expect(checkLink(first, record(2, 'x'), hashLink)).toMatchObject({
      kind: 'changed',
      number: 2,
      id: 'au_2',
    });
    expect(checkLink(first, record(4, '0000>1>4'), hashLink)).toEqual({
      tenantId: 'ten_1',
      number: 2,
      kind: 'missing',
      detail: 'Records 2 to 3 are missing.',
    });
    expect(checkLink(first, record(3, 'x'), hashLink)).toMatchObject({ detail: 'Record 2 is missing.' });
  });

  it('may be up to ten minutes older than one before it, as transactions and clocks are', () => {
    const at = (time: string) => checkLink(first, record(2, '0000>1>2', time), hashLink);
    expect(at('2026-11-30T23:50:00.000Z')).toMatchObject({ number: 2, latest: first.latest });
    expect(at('2026-11-30T23:49:59.999Z')).toMatchObject({ kind: 'slipped-in' });
    expect(at('2026-12-01T00:00:00.001Z')).toMatchObject({ latest: '2026-12-01T00:00:00.001Z' });
  });

  it('is wrong when a head kept outside says otherwise', () => {
    expect(checkLink(start, record(1, '000000>1'), hashLink, '000000>1')).toEqual(first);
    expect(checkLink(start, record(1, '000000>1'), hashLink, 'x')).toMatchObject({
      kind: 'other-head',
      number: 1,
    });
  });
});

describe('the end of a chain', () => {
  it('is where its head is, or behind it', () => {
    expect(checkEnd(first, { tenantId: 'ten_1', number: 1, hash: '000000>1' }, 'The database')).toBe(
      undefined,
    );
    expect(checkEnd(start, undefined, 'The database')).toBe(undefined);
    expect(checkEnd(first, undefined, 'The database')).toMatchObject({ kind: 'other-head', number: 1 });
    expect(checkEnd(first, { tenantId: 'ten_1', number: 3, hash: 'x' }, 'A file')).toEqual({
      tenantId: 'ten_1',
      number: 2,
      kind: 'cut-off',
      detail: 'A file knows record 3, and the chain ends at 1.',
    });
  });
});
