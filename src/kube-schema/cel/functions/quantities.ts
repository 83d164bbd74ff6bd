import { parseQuantity, QuantityError } from '../../quantity.ts';
import { CelQuantity } from '../library-values.ts';
import { CelError } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

const perUnit = 1_000_000_000n;

const parse = (text: string): CelQuantity => {
  try {
    return new CelQuantity(parseQuantity(text));
  } catch (error) {
    if (error instanceof QuantityError) throw new CelError(error.message);
    throw error;
  }
};

const isQuantity = (text: string): boolean => {
  try {
    parseQuantity(text);
    return true;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
};

const isInteger = ({ nanos }: CelQuantity): boolean => {
  const whole = nanos / perUnit;
  return nanos % perUnit === 0n && whole < 2n ** 63n && whole >= -(2n ** 63n);
};

const toInteger = (quantity: CelQuantity): bigint => {
  if (!isInteger(quantity)) throw new CelError('cannot convert value to integer');
  return quantity.nanos / perUnit;
};

const compare = (left: CelQuantity, right: CelQuantity): bigint => {
  if (left.nanos === right.nanos) return 0n;
  return left.nanos < right.nanos ? -1n : 1n;
};

const type = 'kubernetes.Quantity';

/** Kubernetes' quantity library. */
export const quantityFunctions: readonly CelFunction[] = [
  defineGlobal('quantity', ['string'], parse),
  defineGlobal('isQuantity', ['string'], isQuantity),
  defineGlobal('sign', [type], (quantity) => compare(quantity, new CelQuantity(0n))),
  defineMember('isGreaterThan', [type, type], (left, right) => left.nanos > right.nanos),
  defineMember('isLessThan', [type, type], (left, right) => left.nanos < right.nanos),
  defineMember('compareTo', [type, type], compare),
  defineMember('asApproximateFloat', [type], ({ nanos }) => Number(nanos) / 1e9),
  defineMember('asInteger', [type], toInteger),
  defineMember('isInteger', [type], isInteger),
  defineMember('add', [type, type], (left, right) => new CelQuantity(left.nanos + right.nanos)),
  defineMember('add', [type, 'int'], ({ nanos }, value) => new CelQuantity(nanos + value * perUnit)),
  defineMember('sub', [type, type], (left, right) => new CelQuantity(left.nanos - right.nanos)),
  defineMember('sub', [type, 'int'], ({ nanos }, value) => new CelQuantity(nanos - value * perUnit)),
];
