import {
  addQuantities,
  compareQuantities,
  negateQuantity,
  parseQuantity,
  QuantityError,
  quantityOfInteger,
  toFloat,
  toInt64,
} from '../../quantity.ts';
import { CelQuantity } from '../library-values.ts';
import { CelError } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

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

const toInteger = ({ quantity }: CelQuantity): bigint => {
  const value = toInt64(quantity);
  if (value === undefined) throw new CelError('cannot convert value to integer');
  return value;
};

const compare = (left: CelQuantity, right: CelQuantity): number =>
  compareQuantities(left.quantity, right.quantity);

const add = (left: CelQuantity, right: CelQuantity): CelQuantity =>
  new CelQuantity(addQuantities(left.quantity, right.quantity));

const negate = ({ quantity }: CelQuantity): CelQuantity => new CelQuantity(negateQuantity(quantity));
const ofInteger = (value: bigint): CelQuantity => new CelQuantity(quantityOfInteger(value));

const type = 'kubernetes.Quantity';

/** Kubernetes' quantity library. */
export const quantityFunctions: readonly CelFunction[] = [
  defineGlobal('quantity', ['string'], parse),
  defineGlobal('isQuantity', ['string'], isQuantity),
  defineGlobal('sign', [type], (quantity) => BigInt(compare(quantity, ofInteger(0n)))),
  defineMember('isGreaterThan', [type, type], (left, right) => compare(left, right) > 0),
  defineMember('isLessThan', [type, type], (left, right) => compare(left, right) < 0),
  defineMember('compareTo', [type, type], (left, right) => BigInt(compare(left, right))),
  defineMember('asApproximateFloat', [type], ({ quantity }) => toFloat(quantity)),
  defineMember('asInteger', [type], toInteger),
  defineMember('isInteger', [type], ({ quantity }) => toInt64(quantity) !== undefined),
  defineMember('add', [type, type], add),
  defineMember('add', [type, 'int'], (left, value) => add(left, ofInteger(value))),
  defineMember('sub', [type, type], (left, right) => add(left, negate(right))),
  defineMember('sub', [type, 'int'], (left, value) => add(left, ofInteger(-value))),
];
