import { describe, expect, it } from 'vitest';
import type { SealedRecord } from '../../../../src/domain/audit/audit-record.ts';
import { canonicalRecord, chainStart } from '../../../../src/domain/audit/canonical-record.ts';
import { canonicalJson } from '../../../../src/domain/shared/canonical-json.ts';
import { hashLink } from '../../../../src/services/audit-chain.ts';

describe('canonical JSON', () => {
  it('is the example of RFC 8785 §3.2.3', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 units, and leaves out what has no value', () => {
    expect(
      canonicalJson({ '\ufb33': 1, '😀': 2, '€': 3, '1': 4, gone: undefined, '\r': 5, a: { z: [], b: {} } }),
    ).toBe('{"\\r":5,"1":4,"a":{"b":{},"z":[]},"€":3,"😀":2,"\ufb33":1}');
  });
});

const record: SealedRecord = {
  tenantId: 'ten_1',
  id: 'au_1',
  actorKind: 'apiKey',
  actor: 'key_1',
  action: 'createProject',
  method: 'POST',
  route: '/v1/projects',
  targetKind: 'project',
  targetId: 'prj_1',
  outcome: 'accepted',
  count: 1,
  requestId: 'req_1',
  sourceAddress: '192.0.2.7',
  userAgent: undefined,
  change: { after: { name: 'x' } },
  createdAt: '2026-12-01T00:00:00.000Z',
  number: 1,
  sealedAt: '2026-12-01T00:00:01.000Z',
  hash: '',
};

describe('the hash of a record', () => {
  it('is over all members but itself', () => {
    expect(canonicalRecord(record)).toBe(
      '{"action":"createProject","actor":"key_1","actorKind":"apiKey","change":{"after":{"name":"x"}},"count":1,"createdAt":"2026-12-01T00:00:00.000Z","id":"au_1","method":"POST","number":1,"outcome":"accepted","requestId":"req_1","route":"/v1/projects","sealedAt":"2026-12-01T00:00:01.000Z","sourceAddress":"192.0.2.7","targetId":"prj_1","targetKind":"project","tenantId":"ten_1"}',
    );
  });

  // printf of 32 zero bytes and the text above, through sha256sum.
  it('is SHA-256 of the hash before it and the canonical text', () => {
    expect(hashLink(chainStart, record)).toBe(
      '901f13335bd04b9d3d691df7853efa1bed88185a5749f8db8bbe8ef5da8bc30a',
    );
    expect(hashLink('f'.repeat(64), record)).not.toBe(
      '901f13335bd04b9d3d691df7853efa1bed88185a5749f8db8bbe8ef5da8bc30a',
    );
  });
});
