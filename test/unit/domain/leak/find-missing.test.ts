import { describe, expect, it } from 'vitest';
import {
  doubtList,
  findMissing,
  learnTypes,
  type RecordedThing,
} from '../../../../src/domain/leak/find-missing.ts';
import { rules } from './arbitraries.ts';

const recorded = (type: string, id: string, recordedAt = '2026-12-01T00:00:00.000Z'): RecordedThing => ({
  side: 'cloud',
  type,
  id,
  step: type,
  clusterId: 'cl_1',
  isProtected: false,
  recordedAt,
});
const startedAt = '2026-12-02T12:00:00.000Z';
const find = (
  rows: readonly RecordedThing[],
  listed: readonly string[],
  visibility: Parameters<typeof findMissing>[2]['visibility'],
) => findMissing(rows, new Set(listed), { startedAt, visibility }, rules).map(({ id }) => id);

describe('what is recorded and not listed', () => {
  it('is missing when the provider lists its type whole', () => {
    const rows = [recorded('vpc', 'vpc-1'), recorded('route', 'r-1')];
    expect(find(rows, [], { declared: ['vpc'], learnt: [] })).toEqual(['vpc-1']);
    expect(find(rows, [], { declared: 'every', learnt: [] })).toEqual(['vpc-1', 'r-1']);
  });

  it('is missing when this list, or an earlier one, has shown another of its type', () => {
    const rows = [recorded('vpc', 'vpc-1'), recorded('vpc', 'vpc-2'), recorded('nat', 'nat-1')];
    expect(find(rows, ['vpc-2'], { declared: [], learnt: [] })).toEqual(['vpc-1']);
    expect(find(rows, ['vpc-2'], { declared: [], learnt: ['nat'] })).toEqual(['vpc-1', 'nat-1']);
  });

  it('says nothing when no list has ever shown its type', () => {
    expect(find([recorded('projectRoles', 'p')], ['vpc-1'], { declared: [], learnt: [] })).toEqual([]);
  });

  it('says nothing within a minute of being recorded: lists lag behind', () => {
    const rows = [
      recorded('vpc', 'vpc-1', '2026-12-02T11:59:00.000Z'),
      recorded('vpc', 'vpc-2', '2026-12-02T11:59:00.001Z'),
    ];
    expect(find(rows, [], { declared: 'every', learnt: [] })).toEqual(['vpc-1']);
  });
});

it('types are learnt from what is listed under a recorded id, and never forgotten', () => {
  const rows = [recorded('vpc', 'vpc-1'), recorded('nat', 'nat-1')];
  expect(learnTypes(rows, new Set(['nat-1', 'other']), ['subnet'])).toEqual(['nat', 'subnet']);
});

it('an empty list is not believed where something is recorded', () => {
  expect(doubtList(0, 3)).toBe('The list came back empty, and the database has 3 things there.');
  expect([doubtList(0, 0), doubtList(1, 3)]).toEqual([undefined, undefined]);
});
