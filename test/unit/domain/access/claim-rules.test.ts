import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClaimPath, readClaim, readClaimTexts } from '../../../../src/domain/access/claim-path.ts';
import {
  type ClaimRule,
  checkClaimRules,
  decideGrants,
  readGroups,
} from '../../../../src/domain/access/claim-rules.ts';

describe('parseClaimPath', () => {
  it.each([
    ['groups', ['groups']],
    ['realm_access.roles', ['realm_access', 'roles']],
    ['https://example\\.com/roles', ['https://example.com/roles']],
    ['a\\\\b.c', ['a\\b', 'c']],
    ['a.b.c.d.e.f.g.h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('reads %s', (path, parts) => {
    expect(parseClaimPath(path)).toEqual(parts);
  });

  it.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    'a\\',
    'a.b.c.d.e.f.g.h.i',
    '__proto__',
    'a.constructor',
    'prototype.x',
  ])('refuses %j', (path) => {
    expect(parseClaimPath(path)).toBeUndefined();
  });

  it('refuses what is longer than 256 characters', () => {
    expect(parseClaimPath('a'.repeat(256))).toEqual(['a'.repeat(256)]);
    expect(parseClaimPath('a'.repeat(257))).toBeUndefined();
  });
});

describe('readClaim', () => {
  const claims = JSON.parse(
    '{"groups":["a",1,"b"],"realm_access":{"roles":["x"]},"name":"n","__proto__":{"x":1},"list":[{"y":1}],"none":null}',
  );

  it('follows own members of objects', () => {
    expect(readClaim(claims, 'realm_access.roles')).toEqual(['x']);
    expect(readClaim(claims, 'none')).toBeNull();
    expect(readClaim(claims, 'none.x')).toBeUndefined();
    expect(readClaim(claims, 'list.0')).toBeUndefined();
    expect(readClaim(claims, 'groups.length')).toBeUndefined();
    expect(readClaim(claims, 'name.length')).toBeUndefined();
    expect(readClaim(claims, 'absent.deeper')).toBeUndefined();
  });

  it('reaches no prototype', () => {
    for (const path of [
      '__proto__',
      '__proto__.x',
      'toString',
      'realm_access.hasOwnProperty',
      'constructor.name',
    ])
      expect(readClaim(claims, path)).toBeUndefined();
  });

  it('reads texts out of texts and lists, and groups', () => {
    expect(readClaimTexts(claims, 'groups')).toEqual(['a', 'b']);
    expect(readClaimTexts(claims, 'name')).toEqual(['n']);
    expect(readClaimTexts(claims, 'realm_access')).toEqual([]);
    expect(readGroups(claims, 'realm_access.roles')).toEqual(['x']);
    expect(readGroups(claims, undefined)).toEqual([]);
  });

  it('never throws, whatever the path and the claims', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (path, value) => {
        readClaimTexts({ claim: value }, path);
        readClaimTexts({ claim: value }, `claim.${path}`);
      }),
    );
  });
});

describe('decideGrants', () => {
  const rule = (match: object): ClaimRule => ({ claim: 'c', role: 'editor', ...match });

  it.each<[object, unknown, boolean]>([
    [{ equals: 'x' }, 'x', true],
    [{ equals: 'x' }, 'X', false],
    [{ equals: 'x' }, ['x'], false],
    [{ equals: 'x' }, undefined, false],
    [{ oneOf: ['x', 'y'] }, 'y', true],
    [{ oneOf: ['x', 'y'] }, 'z', false],
    [{ oneOf: ['x', 'y'] }, ['x'], false],
    [{ contains: 'x' }, ['w', 'x'], true],
    [{ contains: 'x' }, ['xx'], false],
    [{ contains: 'x' }, 'x', false],
    [{ contains: 'x' }, 'w x', false],
    [{ hasWord: 'x' }, 'w x', true],
    [{ hasWord: 'x' }, 'wx', false],
    [{ hasWord: 'x' }, ['x'], false],
    [{}, 'x', false],
  ])('%j on %j: %s', (match, value, expected) => {
    expect(decideGrants([rule(match)], { c: value } as never)).toEqual(expected ? [{ role: 'editor' }] : []);
  });

  it('gives each grant once, and none without a rule that fits', () => {
    const rules: readonly ClaimRule[] = [
      { claim: 'groups', contains: 'ops', role: 'admin', projectId: 'prj_1' },
      { claim: 'groups', contains: 'dev', role: 'viewer' },
      { claim: 'sub', equals: 'me', role: 'viewer' },
      { claim: 'groups', contains: 'dev', role: 'admin' },
      { claim: 'groups', contains: 'nobody', role: 'admin', projectId: 'prj_2' },
    ];
    expect(decideGrants(rules, { sub: 'me', groups: ['dev', 'ops'] })).toEqual([
      { role: 'admin', projectId: 'prj_1' },
      { role: 'viewer' },
      { role: 'admin' },
    ]);
    expect(decideGrants(rules, { sub: 'you' })).toEqual([]);
    expect(decideGrants([], { sub: 'me' })).toEqual([]);
  });
});

describe('checkClaimRules', () => {
  const good: ClaimRule = { claim: 'groups', contains: 'ops', role: 'admin' };
  const told = (rules: readonly object[]): readonly string[] =>
    checkClaimRules(rules as readonly ClaimRule[]).map(({ pointer, code }) => `${pointer} ${code}`);

  it('finds nothing wrong with good rules', () => {
    expect(told([])).toEqual([]);
    expect(told(Array(100).fill(good))).toEqual([]);
    expect(told([{ claim: 'sub', oneOf: ['a'], role: 'viewer', projectId: 'prj_1' }])).toEqual([]);
  });

  it('tells all problems at once', () => {
    expect(
      told([
        good,
        { claim: '', role: 'fleet-operator' },
        { claim: 'sub', equals: 'a', hasWord: 'b', role: 'viewer' },
        { claim: 'sub', equals: '', role: 'viewer' },
        { claim: 'sub', oneOf: [], role: 'viewer' },
        { claim: 'sub', oneOf: Array(51).fill('a'), role: 'viewer' },
        { claim: 'sub', contains: 'a'.repeat(256), role: 'viewer' },
      ]),
    ).toEqual([
      '/rules/1 exactly-one',
      '/rules/1/claim malformed',
      '/rules/1/role not-allowed',
      '/rules/2 exactly-one',
      '/rules/3/equals out-of-range',
      '/rules/4/oneOf out-of-range',
      '/rules/5/oneOf out-of-range',
      '/rules/6/contains out-of-range',
    ]);
  });

  it('looks at no more than 100', () => {
    expect(told(Array(101).fill(good))).toEqual(['/rules out-of-range']);
  });
});
