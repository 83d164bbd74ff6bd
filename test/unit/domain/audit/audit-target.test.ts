import { describe, expect, it } from 'vitest';
import { targetKindOf, targetOfParams } from '../../../../src/domain/audit/audit-target.ts';
import { earliestId } from '../../../../src/domain/shared/id-time.ts';

const id = 'np_01jc8vr3n2e9qsyw6x5m7t4kzd';

describe('the target of a request', () => {
  it.each([
    [id, '/v1/node-pools/:id', 'nodePool'],
    ['4.20.3', '/v1/fleet/versions/:version', 'versions'],
    ['aws/123456789012', '/v1/fleet/cloud-accounts/:platform/:account', 'cloud-accounts'],
    ['', '/v1/clusters', ''],
    ['4.20.3', undefined, ''],
    ['4.20.3', '/:version', ''],
    ['zz_01jc8vr3n2e9qsyw6x5m7t4kzd', '/v1/things/:id', 'things'],
  ])('%s of %s is a %s', (targetId, route, kind) => {
    expect(targetKindOf(targetId, route)).toBe(kind);
  });

  it('is the id or name in its address, and nothing that could mislead a reader', () => {
    expect(targetOfParams({ id }, false)).toBe(id);
    expect(targetOfParams({ platform: 'aws', account: '123456789012' }, true)).toBe('aws/123456789012');
    expect(targetOfParams({ id: 'bk_secret' }, false)).toBe('');
    expect(targetOfParams({}, true)).toBe('');
    expect(targetOfParams({ id: 'a\u202eb' }, true)).toBe('');
    expect(targetOfParams({ id: 'x'.repeat(129) }, true)).toBe('');
  });
});

describe('the first id of an instant', () => {
  it('sorts before every id made then or later, and behind those made before', () => {
    // 1 730 943 600 000 ms in the highest 48 of 128 bits.
    expect(earliestId('nodePool', '2024-11-07T01:40:00.000Z')).toBe('np_01jc24ehc00000000000000000');
    expect(earliestId('nodePool', '1970-01-01T00:00:00.000Z')).toBe('np_00000000000000000000000000');
    expect(earliestId('nodePool', '1960-01-01T00:00:00.000Z')).toBe('np_00000000000000000000000000');
  });
});
