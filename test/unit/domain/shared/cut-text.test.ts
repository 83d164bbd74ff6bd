import { describe, expect, it } from 'vitest';
import { cutText } from '../../../../src/domain/shared/cut-text.ts';

describe('text that is too long', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 4, 'ab😀'],
    ['ab😀', 3, 'ab'],
    ['ab😀c', 4, 'ab😀'],
  ])('%j is cut at %i to %j', (text, most, expected) => {
    expect(cutText(text, most)).toBe(expected);
  });
});
