/** A Kubernetes quantity (`1.5Gi`, `100m`, `2e3`) in units of 10⁻⁹. */
export type Quantity = bigint;

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

const binaryExponents: ReadonlyMap<string, bigint> = new Map([
  ['Ki', 10n],
  ['Mi', 20n],
  ['Gi', 30n],
  ['Ti', 40n],
  ['Pi', 50n],
  ['Ei', 60n],
]);

const maxBinary = (2n ** 63n - 1n) * 1_000_000_000n;
/** Beyond this a number has more digits than any machine's resources. */
const maxExponent = 400;

const wrongForm = (): QuantityError =>
  new QuantityError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );

/** Scales by a power of ten; what is finer than a nano is rounded away from zero. */
const scale = (digits: bigint, exponent: number): bigint => {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
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

const readMagnitude = (whole: string, fraction: string, suffix: string): bigint => {
  const digits = BigInt(`${whole}${fraction}`);
  const binary = binaryExponents.get(suffix);
  if (binary === undefined) return scale(digits, readExponent(suffix) + 9 - fraction.length);
  const value = scale(digits << binary, 9 - fraction.length);
  return value > maxBinary ? maxBinary : value;
};

/** Parses as resource.ParseQuantity does. Throws QuantityError. */
export const parseQuantity = (text: string): Quantity => {
  const match = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/.exec(text);
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
  if (match === null || text === '') throw wrongForm();
  if (whole === '' && fraction === '') throw new QuantityError('unable to parse numeric part of quantity');
  const magnitude = readMagnitude(whole, fraction, suffix);
  return sign === '-' ? -magnitude : magnitude;
};
