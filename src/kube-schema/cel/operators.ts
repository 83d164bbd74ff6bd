import {
  addValues,
  divideValues,
  multiplyValues,
  negateValue,
  subtractValues,
  takeRemainder,
} from './arithmetic.ts';
import { equalValues, orderValues } from './equality.ts';
import type { Evaluate } from './frame.ts';
import { CelError, CelList, CelMap, type CelValue, noSuchOverload } from './values.ts';

type Binary = (left: CelValue, right: CelValue) => CelValue;

const isIn: Binary = (value, container) => {
  if (container instanceof CelList) return container.contains(value);
  if (container instanceof CelMap) return container.find(value) !== undefined;
  throw noSuchOverload();
};

const binaryOperators: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['==', equalValues],
  ['!=', (left, right) => !equalValues(left, right)],
  ['<', (left, right) => orderValues(left, right) < 0],
  ['<=', (left, right) => orderValues(left, right) <= 0],
  ['>', (left, right) => orderValues(left, right) > 0],
  ['>=', (left, right) => orderValues(left, right) >= 0],
  ['in', isIn],
  ['+', addValues],
  ['-', subtractValues],
  ['*', multiplyValues],
  ['/', divideValues],
  ['%', takeRemainder],
]);

export const findBinary = (operator: string): Binary | undefined => binaryOperators.get(operator);

export const negate =
  (operand: Evaluate): Evaluate =>
  (frame) =>
    negateValue(operand(frame));

export const not =
  (operand: Evaluate): Evaluate =>
  (frame) => {
    const value = operand(frame);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return !value;
  };

export const choose =
  (condition: Evaluate, yes: Evaluate, no: Evaluate): Evaluate =>
  (frame) => {
    const value = condition(frame);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return value ? yes(frame) : no(frame);
  };

/** What a side of `&&` or `||` gives; an error is kept, because the other side may decide all the same. */
const tryBoolean = (evaluate: Evaluate, frame: Parameters<Evaluate>[0]): boolean | CelError => {
  try {
    const value = evaluate(frame);
    return typeof value === 'boolean' ? value : noSuchOverload();
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
};

/** `||` with `decisive` true and `&&` with false: the decisive value on either side wins, also over an error. */
export const combine =
  (decisive: boolean, left: Evaluate, right: Evaluate): Evaluate =>
  (frame) => {
    const first = tryBoolean(left, frame);
    if (first === decisive) return decisive;
    const second = tryBoolean(right, frame);
    if (second === decisive) return decisive;
    if (typeof first !== 'boolean') throw first;
    if (typeof second !== 'boolean') throw second;
    return !decisive;
  };
