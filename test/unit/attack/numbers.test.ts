import { describe, expect, it } from 'vitest';
import { numberProblem } from '../../../src/plugins/json-number.ts';

describe('a number that a double would round', () => {
  it.each(['3.0000000000000001', '1.0000000000000001', '-3.0000000000000001e2'])(
    'is refused: %s',
    (token) => {
      expect(numberProblem(token)?.code).toBe('number-too-precise');
    },
  );

  it.each([
    '0.30000000000000004',
    '0.10000000000000001',
    '9007199254740991',
    '3.00',
    '1e2',
    '-0',
    '123456789012345',
    '1.5e-7',
  ])('is taken when it stays as it was written: %s', (token) => {
    expect(numberProblem(token)).toBeUndefined();
  });
});
