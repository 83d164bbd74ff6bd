import {
  CelDuration,
  CelError,
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelType,
  CelUint,
  type CelValue,
  noSuchOverload,
} from './values.ts';

type CelNumber = bigint | number | CelUint;

const isCelNumber = (value: CelValue): value is CelNumber =>
  typeof value === 'bigint' || typeof value === 'number' || value instanceof CelUint;

const plain = (value: CelNumber): bigint | number => (value instanceof CelUint ? value.value : value);

const equalBytes = (left: Uint8Array, right: CelValue): boolean =>
  right instanceof Uint8Array &&
  left.length === right.length &&
  left.every((byte, index) => byte === right[index]);

const equalOptionals = (left: CelOptional, right: CelValue): boolean => {
  if (!(right instanceof CelOptional)) return false;
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equalValues(left.value, right.value);
};

/** Equality of CEL: numbers compare across types, values of different types are not equal. */
export const equalValues = (left: CelValue, right: CelValue): boolean => {
  if (left === null || right === null) return left === right;
  if (isCelNumber(left)) {
    // biome-ignore lint/suspicious/noDoubleEquals: exact comparison of bigint and number
    return isCelNumber(right) && plain(left) == plain(right);
  }
  if (typeof left !== 'object') return left === right;
  if (left instanceof CelList || left instanceof CelMap || left instanceof CelObject)
    return left.equalTo(right);
  if (left instanceof Uint8Array) return equalBytes(left, right);
  if (left instanceof CelOptional) return equalOptionals(left, right);
  if (left instanceof CelType) return right instanceof CelType && left.name === right.name;
  if (left instanceof CelDuration)
    return right instanceof CelDuration && left.nanoseconds === right.nanoseconds;
  return right instanceof CelTimestamp && left.nanoseconds === right.nanoseconds;
};

/**
 * As `equalValues`, for a right side that may be absent or fail to be read: no plain value equals that. Lists and maps
 * pass the failure on, as in Kubernetes.
 */
export const equalsReadable = (left: CelValue, readRight: () => CelValue | undefined): boolean => {
  try {
    const right = readRight();
    return right !== undefined && equalValues(left, right);
  } catch (error) {
    const isPlain = !(left instanceof CelList || left instanceof CelMap || left instanceof CelObject);
    if (error instanceof CelError && isPlain) return false;
    throw error;
  }
};

export type Order = -1 | 0 | 1;

const order = (left: bigint | number, right: bigint | number): Order => {
  if (left < right) return -1;
  return left > right ? 1 : 0;
};

const orderNumbers = (left: CelNumber, right: CelNumber): Order => {
  const [low, high] = [plain(left), plain(right)];
  if (Number.isNaN(low) || Number.isNaN(high)) throw new CelError('NaN values cannot be ordered');
  return order(low, high);
};

/** Go orders strings by their bytes, which is the order of code points. */
const orderTexts = (left: string, right: string): Order => {
  const others = Array.from(right);
  for (const [index, character] of Array.from(left).entries()) {
    const other = others[index];
    if (other === undefined) return 1;
    const result = order(character.codePointAt(0) ?? 0, other.codePointAt(0) ?? 0);
    if (result !== 0) return result;
  }
  return Array.from(left).length < others.length ? -1 : 0;
};

const orderBytes = (left: Uint8Array, right: Uint8Array): Order => {
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const result = order(left[index] ?? 0, right[index] ?? 0);
    if (result !== 0) return result;
  }
  return order(left.length, right.length);
};

/** The order of two values of one ordered type; numbers of any. Throws for all else. */
export const orderValues = (left: CelValue, right: CelValue): Order => {
  if (isCelNumber(left) && isCelNumber(right)) return orderNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') return orderTexts(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return order(Number(left), Number(right));
  if (left instanceof Uint8Array && right instanceof Uint8Array) return orderBytes(left, right);
  const areTimes =
    (left instanceof CelDuration && right instanceof CelDuration) ||
    (left instanceof CelTimestamp && right instanceof CelTimestamp);
  if (areTimes) return order(left.nanoseconds, right.nanoseconds);
  throw noSuchOverload();
};
