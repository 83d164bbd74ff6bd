import { describe, expect, it } from 'vitest';
import {
  checkLabelSelector,
  labelSelectorOf,
} from '../../../src/providers/management-cluster/label-selector.ts';

describe('label selector', () => {
  it('joins values and presences', () => {
    expect(
      labelSelectorOf({ 'berth.example.com/managed-by': 'berth', 'berth.example.com/cluster': true }),
    ).toBe('berth.example.com/managed-by=berth,berth.example.com/cluster');
  });

  it.each([
    ['nothing', {}],
    ['an empty value', { a: '' }],
    ['a value that adds a requirement', { a: 'b,c' }],
    ['a value that widens', { a: 'b) or (x' }],
    ['a negated key', { '!a': true as const }],
    ['an empty key', { '': 'b' }],
    ['a key with two slashes', { 'a/b/c': 'd' }],
    ['a value of 64 characters', { a: 'x'.repeat(64) }],
  ])('refuses %s', (_what, labels) => {
    expect(() => labelSelectorOf(labels)).toThrow(expect.objectContaining({ kind: 'bad-name' }));
  });

  it.each(['', ' ', 'a,', ',a', 'a in (b,c)', 'a!=b', 'a==b', 'a=b=c', 'a=b\n'])(
    'refuses the text %j',
    (text) => {
      expect(() => checkLabelSelector(text)).toThrow(expect.objectContaining({ kind: 'bad-name' }));
    },
  );
});
