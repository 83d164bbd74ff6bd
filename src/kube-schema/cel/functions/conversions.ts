import { printGoFloat } from '../../go-print.ts';
import { parseDuration, printDuration } from '../../time/duration.ts';
import { parseTimestamp, printTimestamp, secondsOf } from '../../time/timestamp.ts';
import { checkInt, checkTimestamp, checkUint, maxInt, maxUint, minInt } from '../bounds.ts';
import {
  CelDuration,
  CelError,
  type CelTimestamp,
  CelType,
  CelUint,
  type CelValue,
  typeNameOf,
} from '../values.ts';
import { type CelFunction, defineGlobal } from './define.ts';

const cannotConvert = (from: string, to: string): CelError =>
  new CelError(`type conversion error from '${from}' to '${to}'`);

const doubleToInteger = (value: number): bigint | undefined =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;

const intOfDouble = (value: number): bigint => {
  const integer = doubleToInteger(value);
  // Go refuses the bounds themselves: a double cannot tell them from what is beyond.
  if (integer === undefined || integer <= minInt || integer >= maxInt + 1n)
    throw new CelError('integer overflow');
  return integer;
};

const uintOfDouble = (value: number): CelUint => {
  const integer = doubleToInteger(value);
  if (integer === undefined || value < 0) throw new CelError('unsigned integer overflow');
  return checkUint(integer);
};

const intOfText = (text: string): bigint => {
  const value = /^[-+]?[0-9]+$/.test(text) ? BigInt(text.replace(/^\+/, '')) : maxInt + 1n;
  if (value > maxInt || value < minInt) throw cannotConvert('string', 'int');
  return value;
};

const uintOfText = (text: string): CelUint => {
  const value = /^[0-9]+$/.test(text) ? BigInt(text) : maxUint + 1n;
  if (value > maxUint) throw cannotConvert('string', 'uint');
  return new CelUint(value);
};

const specialDoubles: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
]);

const doubleOfText = (text: string): number => {
  const special = specialDoubles.get(text.replace(/^[+-]/, '').toLowerCase());
  if (special !== undefined) return text.startsWith('-') ? -special : special;
  const isNumber = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text);
  const value = isNumber ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw cannotConvert('string', 'double');
  return value;
};

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

const boolOfText = (text: string): boolean => {
  const value = booleans.get(text);
  if (value === undefined) throw cannotConvert('string', 'bool');
  return value;
};

const textOfBytes = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
};

const durationOfText = (text: string): CelDuration => {
  const nanoseconds = parseDuration(text);
  if (nanoseconds === undefined) throw cannotConvert('string', 'google.protobuf.Duration');
  return new CelDuration(nanoseconds);
};

const timestampOfText = (text: string): CelTimestamp => {
  const nanoseconds = parseTimestamp(text);
  if (nanoseconds === undefined) throw cannotConvert('string', 'google.protobuf.Timestamp');
  return checkTimestamp(nanoseconds);
};

const same = <Value extends CelValue>(value: Value): Value => value;
const duration = 'google.protobuf.Duration';
const timestamp = 'google.protobuf.Timestamp';

/** Conversions between types, and `type()`. */
export const conversions: readonly CelFunction[] = [
  defineGlobal('type', ['dyn'], (value) => new CelType(typeNameOf(value))),
  defineGlobal('dyn', ['dyn'], same),
  defineGlobal('bool', ['bool'], same),
  defineGlobal('bool', ['string'], boolOfText),
  defineGlobal('bytes', ['bytes'], same),
  defineGlobal('bytes', ['string'], (text) => new TextEncoder().encode(text)),
  defineGlobal('double', ['double'], same),
  defineGlobal('double', ['int'], Number),
  defineGlobal('double', ['uint'], (value) => Number(value.value)),
  defineGlobal('double', ['string'], doubleOfText),
  defineGlobal('int', ['int'], same),
  defineGlobal('int', ['uint'], (value) => checkInt(value.value)),
  defineGlobal('int', ['double'], intOfDouble),
  defineGlobal('int', ['string'], intOfText),
  defineGlobal('int', [duration], (value) => value.nanoseconds),
  defineGlobal('int', [timestamp], (value) => secondsOf(value.nanoseconds)),
  defineGlobal('uint', ['uint'], same),
  defineGlobal('uint', ['int'], checkUint),
  defineGlobal('uint', ['double'], uintOfDouble),
  defineGlobal('uint', ['string'], uintOfText),
  defineGlobal('string', ['string'], same),
  defineGlobal('string', ['bool'], String),
  defineGlobal('string', ['int'], String),
  defineGlobal('string', ['uint'], (value) => String(value.value)),
  defineGlobal('string', ['double'], printGoFloat),
  defineGlobal('string', ['bytes'], textOfBytes),
  defineGlobal('string', [duration], (value) => printDuration(value.nanoseconds)),
  defineGlobal('string', [timestamp], (value) => printTimestamp(value.nanoseconds)),
  defineGlobal('duration', [duration], same),
  defineGlobal('duration', ['string'], durationOfText),
  defineGlobal('duration', ['int'], (nanoseconds) => new CelDuration(nanoseconds)),
  defineGlobal('timestamp', [timestamp], same),
  defineGlobal('timestamp', ['string'], timestampOfText),
  defineGlobal('timestamp', ['int'], (seconds) => checkTimestamp(seconds * 1_000_000_000n)),
];
