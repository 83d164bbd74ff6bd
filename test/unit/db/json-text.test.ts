import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/db/json-text.ts';

describe('text that PostgreSQL keeps as JSON', () => {
  it('has no half of a surrogate pair and no NUL, wherever they stood', () => {
    const cut = `${'x'.repeat(3)}😀`.slice(0, 4);
    expect(JSON.parse(jsonText({ message: cut, list: ['a\0b'], 'k\0': 1 }))).toEqual({
      message: 'xxx\ufffd',
      list: ['a\ufffdb'],
      'k\ufffd': 1,
    });
  });

  it('leaves everything else as it is', () => {
    const value = { pair: '😀', path: 'C:\\u0000', tab: '\t', n: 1, nothing: null };
    expect(JSON.parse(jsonText(value))).toEqual(value);
  });
});
