import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/domain/shared/json.ts';
import { applyJsonPatch, JsonPatchMismatch } from '../../../../src/sandbox/api-server/patch/json-patch.ts';
import { applyMergePatch } from '../../../../src/sandbox/api-server/patch/merge-patch.ts';
import { applyStrategicMergePatch } from '../../../../src/sandbox/api-server/patch/strategic-merge-patch.ts';
import { nodes } from '../../../../src/sandbox/api-server/resources/core-kinds.ts';
import { secrets } from '../../../../src/sandbox/api-server/resources/secrets.ts';

describe('merge patch', () => {
  // The examples of RFC 7396, appendix A.
  const examples: readonly (readonly [JsonValue, JsonValue, JsonValue])[] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];

  it.each(examples)('turns %j by %j into %j', (target, patch, result) => {
    expect(applyMergePatch(target, patch)).toEqual(result);
  });

  it('takes __proto__ for a plain key', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue;
    const result = applyMergePatch({}, patch) as JsonObject;
    expect(Object.hasOwn(result, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('JSON patch', () => {
  const cases: readonly (readonly [string, JsonValue, JsonValue, JsonValue])[] = [
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['adds into a list', { l: [1, 3] }, [{ op: 'add', path: '/l/1', value: 2 }], { l: [1, 2, 3] }],
    ['adds behind a list', { l: [1] }, [{ op: 'add', path: '/l/-', value: 2 }], { l: [1, 2] }],
    ['removes', { a: { b: 1, c: 2 } }, [{ op: 'remove', path: '/a/b' }], { a: { c: 2 } }],
    ['replaces', { a: [1, 2] }, [{ op: 'replace', path: '/a/0', value: 9 }], { a: [9, 2] }],
    ['moves', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['copies', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    ['tests', { a: { x: 1 } }, [{ op: 'test', path: '/a', value: { x: 1 } }], { a: { x: 1 } }],
    [
      'unescapes pointers',
      { 'a/b': 1, 'c~d': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'remove', path: '/c~0d' },
      ],
      {},
    ],
    ['replaces the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  ];

  it.each(cases)('%s', (_, target, patch, result) => {
    expect(applyJsonPatch(target, patch)).toEqual(result);
  });

  it.each([
    ['a test that fails', [{ op: 'test', path: '/a', value: 2 }]],
    ['a missing member', [{ op: 'remove', path: '/nope' }]],
    ['a replaced member that is not there', [{ op: 'replace', path: '/nope', value: 1 }]],
    ['an index behind the end', [{ op: 'add', path: '/l/5', value: 1 }]],
    ['an index with a leading zero', [{ op: 'replace', path: '/l/00', value: 1 }]],
    ['a parent that is not there', [{ op: 'add', path: '/x/y', value: 1 }]],
    ['a pointer without a slash', [{ op: 'add', path: 'a', value: 1 }]],
    ['an unknown operation', [{ op: 'nope', path: '/a' }]],
  ])('does not fit: %s', (_, patch) => {
    expect(() => applyJsonPatch({ a: 1, l: [1] }, patch)).toThrow(JsonPatchMismatch);
  });

  it.each([
    ['no list', { op: 'add' }],
    ['no operation', [1]],
    ['no path', [{ op: 'remove' }]],
    ['no value', [{ op: 'add', path: '/a' }]],
  ])('is not a patch: %s', (_, patch) => {
    expect(() => applyJsonPatch({}, patch as JsonValue)).toThrow(TypeError);
  });

  it('leaves the given object alone', () => {
    const target = { a: { b: [1] } };
    applyJsonPatch(target, [{ op: 'add', path: '/a/b/-', value: 2 }]);
    expect(target).toEqual({ a: { b: [1] } });
  });
});

describe('strategic merge patch', () => {
  const node = (extra: JsonObject): JsonObject => ({ kind: 'Node', ...extra });
  const patched = (live: JsonObject, patch: JsonObject) => applyStrategicMergePatch(live, patch, nodes.field);

  it('merges maps and removes by null', () => {
    const live = { data: { a: '1', b: '2' } };
    expect(applyStrategicMergePatch(live, { data: { a: null, c: '3' } }, secrets.field)).toEqual({
      data: { b: '2', c: '3' },
    });
  });

  it('merges conditions by their type', () => {
    const live = node({ status: { conditions: [{ type: 'Ready', status: 'False', reason: 'x' }] } });
    const patch = {
      status: {
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'Disk', status: 'False' },
        ],
      },
    };
    expect(patched(live, patch)).toEqual(
      node({
        status: {
          conditions: [
            { type: 'Ready', status: 'True', reason: 'x' },
            { type: 'Disk', status: 'False' },
          ],
        },
      }),
    );
  });

  it('deletes one item of a merged list', () => {
    const live = node({ status: { conditions: [{ type: 'A' }, { type: 'B' }] } });
    expect(patched(live, { status: { conditions: [{ $patch: 'delete', type: 'A' }] } })).toEqual(
      node({ status: { conditions: [{ type: 'B' }] } }),
    );
  });

  it('replaces a merged list when told so', () => {
    const live = node({ status: { conditions: [{ type: 'A' }] } });
    expect(patched(live, { status: { conditions: [{ type: 'B' }, { $patch: 'replace' }] } })).toEqual(
      node({ status: { conditions: [{ type: 'B' }] } }),
    );
  });

  it('adds to a set of finalizers and takes from it', () => {
    const live = { metadata: { finalizers: ['a/b', 'c/d'] } };
    expect(patched(live, { metadata: { finalizers: ['e/f', 'a/b'] } })).toEqual({
      metadata: { finalizers: ['a/b', 'c/d', 'e/f'] },
    });
    expect(patched(live, { metadata: { '$deleteFromPrimitiveList/finalizers': ['a/b'] } })).toEqual({
      metadata: { finalizers: ['c/d'] },
    });
  });

  it('puts a merged list in the asked order', () => {
    const live = node({ status: { conditions: [{ type: 'A' }, { type: 'B' }, { type: 'C' }] } });
    const patch = { status: { '$setElementOrder/conditions': [{ type: 'C' }, { type: 'A' }] } };
    expect(patched(live, patch)).toEqual(
      node({ status: { conditions: [{ type: 'C' }, { type: 'A' }, { type: 'B' }] } }),
    );
  });

  it('replaces a list without a key, and a map when told so', () => {
    expect(patched({ spec: { taints: [{ key: 'a' }] } }, { spec: { taints: [{ key: 'b' }] } })).toEqual({
      spec: { taints: [{ key: 'b' }] },
    });
    expect(patched({ spec: { a: 1, b: 2 } }, { spec: { $patch: 'replace', c: 3 } })).toEqual({
      spec: { c: 3 },
    });
  });

  it('keeps only the named keys', () => {
    expect(patched({ spec: { a: 1, b: 2 } }, { spec: { $retainKeys: ['b'], b: 3 } })).toEqual({
      spec: { b: 3 },
    });
  });
});
