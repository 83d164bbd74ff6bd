/**
 * A Kubernetes quantity (`1.5Gi`, `100m`, `2e3`): `digits` × 10^`scale`. Those that Kubernetes keeps as 64 bit numbers are
 * `small`; only these can be integers to it, and only as written (`1000m` is none).
 */
export interface Quantity {
  readonly digits: bigint;
  readonly scale: number;
  readonly small: boolean;
}

/** Why a text is no quantity, in the words of Kubernetes. */
export class QuantityError extends Error {}

const decimalExponents: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

const binaryExponents: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

const nano = -9;
/** Beyond this a number has more digits than any machine's resources. */
const maxExponent = 400;
const maxBinary = 2n ** 63n - 1n;

const fitsInt64 = (value: bigint): boolean => value < 2n ** 63n && value >= -(2n ** 63n);

const wrongForm = (): QuantityError =>
  new QuantityError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );

/** The digits at another scale; what is finer than that is rounded away from zero. */
const rescale = (digits: bigint, from: number, to: number): bigint => {
  if (from >= to) return digits * 10n ** BigInt(from - to);
  const divisor = 10n ** BigInt(to - from);
  return digits / divisor + (digits % divisor === 0n ? 0n : 1n);
};

const readExponent = (suffix: string): number => {
  const decimal = decimalExponents.get(suffix);
  if (decimal !== undefined) return decimal;
  const exponent = /^[eE]([-+]?[0-9]+)$/.exec(suffix)?.[1];
  if (exponent === undefined || Math.abs(Number(exponent)) > maxExponent)
    throw new QuantityError("unable to parse quantity's suffix");
  return Number(exponent);
};

interface Parts {
  readonly whole: string;
  readonly fraction: string;
}

/** Kubernetes' 64 bit form has room for about 18 decimal digits, less for binary suffixes. */
const hasRoom = ({ whole, fraction }: Parts, binary: number | undefined): boolean => {
  const length = Math.max(whole.length, 1);
  if (binary === undefined) return length + fraction.length <= 18;
  return fraction === '' && 15 - length - Math.trunc((binary * 3) / 10) - 1 >= 0;
};

const readMagnitude = (parts: Parts, suffix: string): Quantity => {
  const { whole, fraction } = parts;
  const binary = binaryExponents.get(suffix);
  const scale = (binary === undefined ? readExponent(suffix) : 0) - fraction.length;
  const digits = BigInt(`0${whole}${fraction}`) << BigInt(binary ?? 0);
  if (hasRoom(parts, binary) && scale >= nano && fitsInt64(digits)) return { digits, scale, small: true };
  if (whole === '' && fraction === '') throw new QuantityError('unable to parse numeric part of quantity');
  const atNano = rescale(digits, scale, nano);
  const limit = rescale(maxBinary, 0, nano);
  return { digits: binary !== undefined && atNano > limit ? limit : atNano, scale: nano, small: false };
};

/** Parses as resource.ParseQuantity does. Throws QuantityError. */
export const parseQuantity = (text: string): Quantity => {
  const match = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/.exec(text);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
  if (match === null || text === '') throw wrongForm();
  const magnitude = readMagnitude({ whole, fraction }, suffix);
  return sign === '-' ? { ...magnitude, digits: -magnitude.digits } : magnitude;
};

export const quantityOfInteger = (value: bigint): Quantity => ({ digits: value, scale: 0, small: true });

export const negateQuantity = (quantity: Quantity): Quantity => ({ ...quantity, digits: -quantity.digits });

export const addQuantities = (left: Quantity, right: Quantity): Quantity => {
  if (right.digits === 0n) return left;
  if (left.digits === 0n) return right;
  const scale = Math.min(left.scale, right.scale);
  const digits = rescale(left.digits, left.scale, scale) + rescale(right.digits, right.scale, scale);
  return { digits, scale, small: left.small && right.small && fitsInt64(digits) };
};

export const compareQuantities = (left: Quantity, right: Quantity): -1 | 0 | 1 => {
  const scale = Math.min(left.scale, right.scale);
  const difference = rescale(left.digits, left.scale, scale) - rescale(right.digits, right.scale, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
};

/** The quantity as a 64 bit integer; undefined for what Kubernetes does not take for one. */
export const toInt64 = ({ digits, scale, small }: Quantity): bigint | undefined => {
  if (!small || scale < 0) return undefined;
  const value = rescale(digits, scale, 0);
  return fitsInt64(value) ? value : undefined;
};

export const toFloat = ({ digits, scale }: Quantity): number => Number(`${digits}e${scale}`);
