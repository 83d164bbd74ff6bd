import { checkDuration, checkInt, checkTimestamp, checkUint } from './bounds.ts';
import {
  CelDuration,
  CelError,
  CelList,
  CelTimestamp,
  CelUint,
  type CelValue,
  noSuchOverload,
} from './values.ts';

const addTimes = (left: CelValue, right: CelValue): CelValue => {
  if (left instanceof CelDuration && right instanceof CelDuration)
    return checkDuration(left.nanoseconds + right.nanoseconds);
  if (left instanceof CelTimestamp && right instanceof CelDuration)
    return checkTimestamp(left.nanoseconds + right.nanoseconds);
  if (left instanceof CelDuration && right instanceof CelTimestamp)
    return checkTimestamp(left.nanoseconds + right.nanoseconds);
  throw noSuchOverload();
};

export const addValues = (left: CelValue, right: CelValue): CelValue => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkInt(left + right);
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof CelList && right instanceof CelList) return left.plus(right);
  if (left instanceof CelUint && right instanceof CelUint) return checkUint(left.value + right.value);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Uint8Array.from([...left, ...right]);
  return addTimes(left, right);
};

const subtractTimes = (left: CelValue, right: CelValue): CelValue => {
  if (left instanceof CelDuration && right instanceof CelDuration)
    return checkDuration(left.nanoseconds - right.nanoseconds);
  if (left instanceof CelTimestamp && right instanceof CelTimestamp)
    return checkDuration(left.nanoseconds - right.nanoseconds);
  if (left instanceof CelTimestamp && right instanceof CelDuration)
    return checkTimestamp(left.nanoseconds - right.nanoseconds);
  throw noSuchOverload();
};

export const subtractValues = (left: CelValue, right: CelValue): CelValue => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkInt(left - right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (left instanceof CelUint && right instanceof CelUint) return checkUint(left.value - right.value);
  return subtractTimes(left, right);
};

export const multiplyValues = (left: CelValue, right: CelValue): CelValue => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkInt(left * right);
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  if (left instanceof CelUint && right instanceof CelUint) return checkUint(left.value * right.value);
  throw noSuchOverload();
};

const checkDivisor = (divisor: bigint, problem: string): bigint => {
  if (divisor === 0n) throw new CelError(problem);
  return divisor;
};

export const divideValues = (left: CelValue, right: CelValue): CelValue => {
  if (typeof left === 'number' && typeof right === 'number') return left / right;
  const problem = 'division by zero';
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return checkInt(left / checkDivisor(right, problem));
  if (left instanceof CelUint && right instanceof CelUint)
    return new CelUint(left.value / checkDivisor(right.value, problem));
  throw noSuchOverload();
};

export const takeRemainder = (left: CelValue, right: CelValue): CelValue => {
  const problem = 'modulus by zero';
  if (typeof left === 'bigint' && typeof right === 'bigint') return left % checkDivisor(right, problem);
  if (left instanceof CelUint && right instanceof CelUint)
    return new CelUint(left.value % checkDivisor(right.value, problem));
  throw noSuchOverload();
};

export const negateValue = (value: CelValue): CelValue => {
  if (typeof value === 'bigint') return checkInt(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof CelDuration) return checkDuration(-value.nanoseconds);
  throw noSuchOverload();
};
