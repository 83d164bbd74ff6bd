import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/sandbox/api-server/objects/api-error.ts';
import { parseFieldSelector } from '../../../../src/sandbox/api-server/selectors/field-selector.ts';
import {
  matchesSelector,
  parseLabelSelector,
} from '../../../../src/sandbox/api-server/selectors/label-selector.ts';
import { createParameters, selectorSql } from '../../../../src/sandbox/api-server/store/selector-sql.ts';

const matches = (selector: string, labels: Record<string, string>) =>
  matchesSelector(parseLabelSelector(selector), labels);

describe('label selectors', () => {
  it.each([
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a=', { a: '' }, true],
    ['a!=b', { a: 'c' }, true],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in (b, c)', { a: 'd' }, false],
    ['a notin (b,c)', { a: 'd' }, true],
    ['a notin (b)', {}, true],
    ['a notin (b)', { a: 'b' }, false],
    ['a', { a: 'anything' }, true],
    ['a', {}, false],
    ['!a', {}, true],
    ['!a', { a: 'x' }, false],
    ['a>3', { a: '4' }, true],
    ['a>3', { a: '3' }, false],
    ['a<3', { a: '2' }, true],
    ['a<3', { a: 'text' }, false],
    ['a=b,c in (d),!e', { a: 'b', c: 'd' }, true],
    ['a=b,c in (d),!e', { a: 'b', c: 'd', e: '' }, false],
    ['example.com/name=x', { 'example.com/name': 'x' }, true],
    ['constructor', {}, false],
  ])('%j on %j is %s', (selector, labels, expected) => {
    expect(matches(selector, labels)).toBe(expected);
  });

  it.each(['a b', 'a in (', 'a=b=c', ',', 'a=b,', 'bad key=x', '/x=y', 'a=x/y', 'a in b'])(
    'refuses %j',
    (selector) => {
      expect(() => parseLabelSelector(selector)).toThrow(ApiError);
    },
  );

  it('becomes conditions with parameters only', () => {
    const parameters = createParameters();
    const conditions = selectorSql('labels', parseLabelSelector('a=b,c notin (d),e,!f,g>1'), parameters);
    expect(conditions).toEqual([
      'labels->>$1 = ANY($2)',
      'coalesce(labels->>$3 <> ALL($4), true)',
      'labels->>$5 IS NOT NULL',
      'labels->>$6 IS NULL',
      "coalesce(CASE WHEN labels->>$7 ~ '^-?[0-9]{1,15}$' THEN (labels->>$7)::bigint END > $8, false)",
    ]);
    expect(parameters.values).toEqual(['a', ['b'], 'c', ['d'], 'e', 'f', 'g', '1']);
  });
});

describe('field selectors', () => {
  const offered = ['metadata.name', 'type'];

  it('reads equality and inequality', () => {
    expect(parseFieldSelector('metadata.name=a,type!=b', offered)).toEqual([
      { key: 'metadata.name', operator: 'in', values: ['a'] },
      { key: 'type', operator: 'notin', values: ['b'] },
    ]);
  });

  it('unescapes commas, equals signs and backslashes', () => {
    expect(parseFieldSelector(String.raw`type=a\,b\=c\\d`, offered)).toEqual([
      { key: 'type', operator: 'in', values: [String.raw`a,b=c\d`] },
    ]);
  });

  it('refuses a field that the kind does not offer', () => {
    expect(() => parseFieldSelector('spec.x=1', offered)).toThrow('field label not supported: spec.x');
  });

  it('refuses what is no selector', () => {
    expect(() => parseFieldSelector('metadata.name', offered)).toThrow(
      "invalid selector: 'metadata.name'; can't understand 'metadata.name'",
    );
  });
});
