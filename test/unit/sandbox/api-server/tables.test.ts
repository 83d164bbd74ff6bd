import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/domain/shared/json.ts';
import type { ApiObject } from '../../../../src/sandbox/api-server/objects/api-object.ts';
import { ageOf, humanDuration } from '../../../../src/sandbox/api-server/table/human-duration.ts';
import { parseJsonPath } from '../../../../src/sandbox/api-server/table/json-path.ts';
import { tableOf } from '../../../../src/sandbox/api-server/table/table.ts';
import { nameColumn, printerColumn } from '../../../../src/sandbox/api-server/table/table-column.ts';

const seconds = (...parts: number[]) => parts.reduce((sum, part) => sum + part, 0) * 1000;
const minute = 60;
const hour = 3600;
const day = 86400;

describe('ages', () => {
  // The table of k8s.io/apimachinery/pkg/util/duration's own test.
  it.each([
    [seconds(1), '1s'],
    [seconds(70), '70s'],
    [seconds(190), '3m10s'],
    [seconds(70 * minute), '70m'],
    [seconds(47 * hour), '47h'],
    [seconds(49 * hour), '2d1h'],
    [seconds(8 * day, 2 * hour), '8d'],
    [seconds(367 * day), '367d'],
    [seconds(4 * 365 * day, 7 * day), '4y7d'],
    [seconds(5 * 365 * day), '5y'],
    [seconds(9 * 365 * day, 30 * day), '9y'],
    [seconds(10 * minute), '10m'],
    [seconds(9 * minute), '9m'],
    [seconds(7 * hour, 30 * minute), '7h30m'],
    [-1500, '0s'],
    [-2000, '<invalid>'],
  ])('%i ms is %s', (milliseconds, text) => {
    expect(humanDuration(milliseconds)).toBe(text);
  });

  it('does not know the age of what has no time', () => {
    expect(ageOf(undefined, new Date())).toBe('<unknown>');
    expect(ageOf('not a time', new Date())).toBe('<unknown>');
  });
});

const object: JsonValue = {
  metadata: { name: 'x', annotations: { 'a.b/c': 'dotted' } },
  spec: { replicas: 3 },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Progressing', status: 'False' },
    ],
    history: [
      { state: 'Partial', version: '4.20.1' },
      { state: 'Completed', version: '4.19.9' },
    ],
  },
};

describe('JSONPath', () => {
  it.each([
    ['.spec.replicas', [3]],
    ['{.spec.replicas}', [3]],
    ['$.spec.replicas', [3]],
    ['.spec.nothing', []],
    ['.spec.replicas.deeper', []],
    ['.status.conditions[0].type', ['Ready']],
    ['.status.conditions[-1].type', ['Progressing']],
    ['.status.conditions[9].type', []],
    ['.status.conditions[*].type', ['Ready', 'Progressing']],
    ['.status.history[0:1].version', ['4.20.1']],
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    ["..status.conditions[?(@.type=='Ready')].status".slice(1), ['True']],
    ['.status.history[?(@.state!="")].state', ['Partial', 'Completed']],
    ['.status.history[?(@.missing)].state', []],
    ['.metadata.annotations.a\\.b/c', ['dotted']],
    ["['metadata']['name']", ['x']],
  ])('%s finds %j', (path, found) => {
    expect(parseJsonPath(path)(object)).toEqual(found);
  });

  it.each(['.a[', '.a[?(@.x ~ 1)]', '.a[x]'])('refuses %s', (path) => {
    expect(() => parseJsonPath(path)).toThrow(SyntaxError);
  });
});

describe('tables', () => {
  const now = new Date('2026-01-01T01:00:00Z');
  const pool: ApiObject = {
    apiVersion: 'example.com/v1',
    kind: 'Pool',
    metadata: { name: 'p', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: { replicas: 3.7, list: [1, { a: 'b' }], flag: true },
  };
  const column = (type: string, jsonPath: string) => printerColumn({ name: 'C', type, jsonPath });
  const cell = (type: string, jsonPath: string) => column(type, jsonPath).cell(pool, now);

  it('prints cells by the type of their column', () => {
    expect(cell('integer', '.spec.replicas')).toBe(3);
    expect(cell('number', '.spec.replicas')).toBe(3.7);
    expect(cell('string', '.spec.replicas')).toBe('3.7');
    expect(cell('string', '.spec.list[1]')).toBe('{"a":"b"}');
    expect(cell('boolean', '.spec.flag')).toBe(true);
    expect(cell('integer', '.spec.flag')).toBeNull();
    expect(cell('date', '.metadata.creationTimestamp')).toBe('60m');
    expect(cell('string', '.spec.missing')).toBeNull();
  });

  const table = (include: 'None' | 'Metadata' | 'Object', withHeader = true) =>
    tableOf({
      columns: [nameColumn, column('integer', '.spec.replicas')],
      objects: [pool],
      metadata: { resourceVersion: '7' },
      include,
      version: 'v1',
      now,
      withHeader,
    });

  it('has a row of cells with the metadata of its object', () => {
    expect(table('Metadata')).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: '7' },
      columnDefinitions: [
        { name: 'Name', type: 'string', format: 'name', priority: 0 },
        { name: 'C', type: 'integer', format: '', priority: 0 },
      ],
      rows: [{ cells: ['p', 3], object: { kind: 'PartialObjectMetadata', metadata: { name: 'p' } } }],
    });
  });

  it('includes the object, or nothing, when asked', () => {
    expect(table('Object')['rows']).toEqual([{ cells: ['p', 3], object: pool }]);
    expect(table('None')['rows']).toEqual([{ cells: ['p', 3] }]);
  });

  it('leaves the header out of later watch events', () => {
    expect(table('None', false)['columnDefinitions']).toBeNull();
  });
});
