import { describe, expect, it } from 'vitest';
import { applied, apply, nothing, ownersOf, specOf, updated } from './server-side-apply-case.ts';

describe('server-side apply', () => {
  it('owns exactly what was applied', () => {
    const state = applied(nothing, 'one', { replicas: 1, nested: { a: 'x' }, labels: { k: 'v' } });
    expect(specOf(state)).toEqual({ replicas: 1, nested: { a: 'x' }, labels: { k: 'v' } });
    expect(ownersOf(state)).toEqual({
      one: { 'f:replicas': {}, 'f:nested': { 'f:a': {} }, 'f:labels': { 'f:k': {} } },
    });
  });

  it('owns an applied empty map as itself', () => {
    expect(ownersOf(applied(nothing, 'one', { labels: {} }))).toEqual({ one: { 'f:labels': {} } });
  });

  it('refuses to change a field that another applier owns', () => {
    const state = applied(nothing, 'one', { replicas: 1 });
    const result = apply(state, 'two', { replicas: 2 });
    expect(result).toMatchObject({
      ok: false,
      error: {
        parts: {
          code: 409,
          reason: 'Conflict',
          message: 'Apply failed with 1 conflict: conflict with "one": .spec.replicas',
          causes: [
            { reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.spec.replicas' },
          ],
        },
      },
    });
  });

  it('names every conflict by manager, and the version of managers that update', () => {
    const first = applied(nothing, 'one', { replicas: 1 });
    const second = updated(first, 'editor', { replicas: 1, image: 'a', nested: { a: 'x' } });
    const result = apply(second, 'two', { replicas: 2, image: 'b', nested: { a: 'y' } });
    expect(result.ok ? '' : result.error.message).toBe(
      [
        'Apply failed with 3 conflicts: conflicts with "editor" using example.com/v1:',
        '- .spec.image',
        '- .spec.nested.a',
        'conflicts with "one":',
        '- .spec.replicas',
      ].join('\n'),
    );
  });

  it('takes the field with force', () => {
    const state = applied(applied(nothing, 'one', { replicas: 1, image: 'a' }), 'two', { replicas: 2 }, true);
    expect(specOf(state)).toEqual({ replicas: 2, image: 'a' });
    expect(ownersOf(state)).toEqual({ one: { 'f:image': {} }, two: { 'f:replicas': {} } });
  });

  it('shares a field when both apply the same value', () => {
    const state = applied(applied(nothing, 'one', { replicas: 1 }), 'two', { replicas: 1 });
    expect(ownersOf(state)).toEqual({ one: { 'f:replicas': {} }, two: { 'f:replicas': {} } });
  });

  it('removes what its only applier no longer applies', () => {
    const state = applied(applied(nothing, 'one', { replicas: 1, image: 'a' }), 'one', { replicas: 1 });
    expect(specOf(state)).toEqual({ replicas: 1 });
  });

  it('removes a struct that is left empty', () => {
    const state = applied(applied(nothing, 'one', { replicas: 1, nested: { a: 'x' } }), 'one', {
      replicas: 1,
    });
    expect(specOf(state)).toEqual({ replicas: 1 });
  });

  it('keeps what another manager still owns', () => {
    const both = applied(applied(nothing, 'one', { replicas: 1, image: 'a' }), 'two', { image: 'a' });
    const state = applied(both, 'one', { replicas: 1 });
    expect(specOf(state)).toEqual({ replicas: 1, image: 'a' });
    expect(ownersOf(state)).toEqual({ one: { 'f:replicas': {} }, two: { 'f:image': {} } });
  });

  it('keeps what it never applied beside what it no longer applies', () => {
    const defaulted = { ...applied(nothing, 'one', { nested: { a: 'x' }, replicas: 1 }) };
    const state = applied(
      {
        ...defaulted,
        object: { ...defaulted.object, spec: { nested: { a: 'x', b: 'default' }, replicas: 1 } },
      },
      'one',
      { nested: {}, replicas: 1 },
    );
    expect(specOf(state)).toEqual({ nested: { b: 'default' }, replicas: 1 });
  });

  it('never takes the metadata away when the last label goes', () => {
    const state = applied(nothing, 'one', {});
    expect(state.object).toMatchObject({ metadata: { name: 'w' } });
  });

  it('gives an ownerless object to before-first-apply', () => {
    const state = { object: applied(nothing, 'x', { replicas: 1 }).object, managers: nothing.managers };
    const result = apply(state, 'one', { replicas: 2 });
    expect(result.ok ? '' : result.error.message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using example.com/v1: .spec.replicas',
    );
  });

  it('leaves no time with a new manager that changed nothing', () => {
    const state = applied(applied(nothing, 'one', { replicas: 1 }), 'two', { replicas: 1 });
    expect([...state.managers.values()].map(({ manager, time }) => [manager, time])).toEqual([
      ['one', '2026-01-01T00:00:00Z'],
      ['two', undefined],
    ]);
  });
});

describe('lists in server-side apply', () => {
  it('merges a set and removes only its own values', () => {
    const both = applied(applied(nothing, 'one', { tags: ['a', 'b'] }), 'two', { tags: ['c'] });
    expect(specOf(both)).toEqual({ tags: ['a', 'b', 'c'] });
    const state = applied(both, 'one', { tags: ['b'] });
    expect(specOf(state)).toEqual({ tags: ['b', 'c'] });
    expect(ownersOf(state)).toEqual({
      one: { 'f:tags': { 'v:"b"': {} } },
      two: { 'f:tags': { 'v:"c"': {} } },
    });
  });

  it('merges items by their keys and fills in a key that has a default', () => {
    const both = applied(applied(nothing, 'one', { ports: [{ port: 80, name: 'web' }] }), 'two', {
      ports: [{ port: 80, protocol: 'UDP' }, { port: 443 }],
    });
    expect(specOf(both)).toEqual({
      ports: [{ port: 80, name: 'web' }, { port: 80, protocol: 'UDP' }, { port: 443 }],
    });
    expect(ownersOf(both)['one']).toEqual({
      'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } },
    });
    expect(specOf(applied(both, 'one', {}))).toEqual({
      ports: [{ port: 80, protocol: 'UDP' }, { port: 443 }],
    });
  });

  it('names an item in a conflict by its keys', () => {
    const state = applied(nothing, 'one', { ports: [{ port: 80, protocol: 'TCP', name: 'web' }] });
    const result = apply(state, 'two', { ports: [{ port: 80, protocol: 'TCP', name: 'other' }] });
    expect(result.ok ? '' : result.error.message).toBe(
      'Apply failed with 1 conflict: conflict with "one": .spec.ports[port=80,protocol="TCP"].name',
    );
  });

  it('replaces an atomic list and an atomic map as a whole', () => {
    const first = applied(nothing, 'one', { args: ['a', 'b'], selector: { x: '1', y: '2' } });
    expect(ownersOf(first)).toEqual({ one: { 'f:args': {}, 'f:selector': {} } });
    const state = applied(first, 'one', { args: ['c'], selector: { x: '1' } });
    expect(specOf(state)).toEqual({ args: ['c'], selector: { x: '1' } });
  });

  it('merges untyped maps member by member, and their lists as wholes', () => {
    const both = applied(applied(nothing, 'one', { free: { a: { b: 1 }, l: [1] } }), 'two', {
      free: { a: { c: 2 } },
    });
    expect(specOf(both)).toEqual({ free: { a: { b: 1, c: 2 }, l: [1] } });
    expect(ownersOf(both)['two']).toEqual({ 'f:free': { 'f:a': { '.': {}, 'f:c': {} } } });
  });

  it('puts items in the applied order and keeps foreign ones in their place', () => {
    const live = updated(nothing, 'editor', { tags: ['x', 'a', 'y', 'b'] });
    expect(specOf(applied(live, 'one', { tags: ['b', 'a', 'new'] }))).toEqual({
      tags: ['x', 'y', 'b', 'a', 'new'],
    });
  });
});

describe('ownership after an update', () => {
  it('owns what it added and changed, containers included', () => {
    const state = updated(applied(nothing, 'one', { replicas: 1 }), 'editor', {
      replicas: 2,
      labels: { k: 'v' },
    });
    expect(ownersOf(state)).toEqual({
      editor: { 'f:labels': { '.': {}, 'f:k': {} }, 'f:replicas': {} },
    });
  });

  it('takes removed fields away from everybody', () => {
    const state = updated(applied(nothing, 'one', { replicas: 1, image: 'a' }), 'editor', { image: 'a' });
    expect(ownersOf(state)).toEqual({ one: { 'f:image': {} } });
  });

  it('changes nothing when nothing changed', () => {
    const before = applied(nothing, 'one', { replicas: 1 });
    expect(updated(before, 'editor', { replicas: 1 }).managers).toEqual(before.managers);
  });

  it('notices a value that takes another form', () => {
    const before = updated(nothing, 'editor', { free: { a: 'text' } });
    const state = updated(before, 'other', { free: { a: { b: 1 } } });
    expect(ownersOf(state)['other']).toEqual({ 'f:free': { 'f:a': { '.': {}, 'f:b': {} } } });
  });
});
