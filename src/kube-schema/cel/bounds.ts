import { isDurationInRange } from '../time/duration.ts';
import { isTimestampInRange } from '../time/timestamp.ts';
import { CelDuration, CelError, CelTimestamp, CelUint } from './values.ts';

export const maxInt = 2n ** 63n - 1n;
export const minInt = -(2n ** 63n);
export const maxUint = 2n ** 64n - 1n;

/** An `int`. Throws CelError for a value beyond its 64 bits. */
export const checkInt = (value: bigint): bigint => {
  if (value > maxInt || value < minInt) throw new CelError('integer overflow');
  return value;
};

export const checkUint = (value: bigint): CelUint => {
  if (value < 0n || value > maxUint) throw new CelError('unsigned integer overflow');
  return new CelUint(value);
};

export const checkDuration = (nanoseconds: bigint): CelDuration => {
  if (!isDurationInRange(nanoseconds)) throw new CelError('integer overflow');
  return new CelDuration(nanoseconds);
};

/** A `timestamp`. Throws CelError outside the years 1 to 9999. */
export const checkTimestamp = (nanoseconds: bigint): CelTimestamp => {
  if (!isTimestampInRange(nanoseconds)) throw new CelError('timestamp overflow');
  return new CelTimestamp(nanoseconds);
};
