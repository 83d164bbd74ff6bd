import { secondsOf } from '../../time/timestamp.ts';
import { CelError, type CelTimestamp } from '../values.ts';
import { type CelFunction, defineMember } from './define.ts';

const perMillisecond = 1_000_000n;

const offsetOf = (zone: string): number | undefined => {
  const match = /^([+-]?)([0-9]{1,2}):([0-9]{2})$/.exec(zone);
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
};

const partsIn = (milliseconds: number, zone: string): Date => {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
    const read = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
    const local = new Date(0);
    local.setUTCFullYear(read('year'), read('month') - 1, read('day'));
    local.setUTCHours(read('hour'), read('minute'), read('second'), milliseconds % 1000);
    return local;
  } catch {
    throw new CelError(`unknown time zone ${zone}`);
  }
};

/** A date whose UTC fields are those of the instant in the zone. */
const localDate = ({ nanoseconds }: CelTimestamp, zone: string): Date => {
  const seconds = secondsOf(nanoseconds);
  const fraction = (nanoseconds - seconds * 1_000_000_000n) / perMillisecond;
  const milliseconds = Number(seconds) * 1000 + Number(fraction);
  if (zone === 'UTC' || zone === '') return new Date(milliseconds);
  const offset = offsetOf(zone);
  return offset === undefined ? partsIn(milliseconds, zone) : new Date(milliseconds + offset);
};

const dayOfYear = (date: Date): number => {
  const start = new Date(0);
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000);
};

const timestampParts: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDayOfYear: dayOfYear,
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

const durationUnits: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: 1_000_000n,
};

/** Parts of timestamps, in UTC unless a zone is given, and whole units of durations. */
export const timeFunctions: readonly CelFunction[] = [
  ...Object.entries(timestampParts).flatMap(([name, read]) => [
    defineMember(name, ['google.protobuf.Timestamp'], (time) => BigInt(read(localDate(time, 'UTC')))),
    defineMember(name, ['google.protobuf.Timestamp', 'string'], (time, zone) =>
      BigInt(read(localDate(time, zone))),
    ),
  ]),
  ...Object.entries(durationUnits).map(([name, unit]) =>
    defineMember(name, ['google.protobuf.Duration'], ({ nanoseconds }) => nanoseconds / unit),
  ),
];
