import { absent, CelError, CelList, CelMap, CelOptional, type CelValue } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

/** The value of an optional. Throws CelError when it is absent. */
const unwrapOptional = ({ value }: CelOptional): CelValue => {
  if (value === undefined) throw new CelError('optional.none() dereference');
  return value;
};

const isZero = (value: CelValue): boolean => {
  if (value === null || value === false || value === '' || value === 0n || value === 0) return true;
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  return value instanceof CelOptional && value.value === undefined;
};

/** Optional values; `or` and `orValue`, which must not evaluate their argument early, are operators. */
export const optionalFunctions: readonly CelFunction[] = [
  defineGlobal('optional.none', [], () => absent),
  defineGlobal('optional.of', ['dyn'], (value) => new CelOptional(value)),
  defineGlobal('optional.ofNonZeroValue', ['dyn'], (value) =>
    isZero(value) ? absent : new CelOptional(value),
  ),
  defineMember('hasValue', ['optional_type'], ({ value }) => value !== undefined),
  defineMember('value', ['optional_type'], unwrapOptional),
];
