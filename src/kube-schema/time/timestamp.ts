/** The years 1 to 9999, in seconds from 1970. */
const minSeconds = -62135596800n;
const maxSeconds = 253402300799n;

const perSecond = 1_000_000_000n;

export const secondsOf = (nanoseconds: bigint): bigint => {
  const seconds = nanoseconds / perSecond;
  return nanoseconds < 0n && nanoseconds % perSecond !== 0n ? seconds - 1n : seconds;
};

export const isTimestampInRange = (nanoseconds: bigint): boolean => {
  const seconds = secondsOf(nanoseconds);
  return seconds >= minSeconds && seconds <= maxSeconds;
};

const daysInMonth = (year: number, month: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
};

/** True for a calendar date `2006-01-02`. */
export const isDate = (text: string): boolean => {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
};

/** True for a value with `format: date-time`. Looser than RFC 3339, as Kubernetes is: the parts are compared as text. */
export const isDateTime = (text: string): boolean => {
  const [date = '', time] = text.toLowerCase().split('t');
  if (time === undefined || !isDate(date)) return false;
  const match = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/.exec(time);
  if (match === null) return false;
  const [, hours = '', minutes = '', seconds = ''] = match;
  return hours <= '23' && minutes <= '59' && seconds <= '59';
};

const parseZone = (zone: string): bigint | undefined => {
  if (zone === 'Z' || zone === '') return 0n;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 24 || minutes > 59) return undefined;
  const seconds = BigInt(hours * 3600 + minutes * 60);
  return zone.startsWith('-') ? -seconds : seconds;
};

const dateTimePattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?(Z|[+-][0-9]{2}:[0-9]{2})?$/;

const parseInstant = (text: string, needsZone: boolean): bigint | undefined => {
  const match = dateTimePattern.exec(text);
  if (match === null) return undefined;
  const [, date = '', hours = '', minutes = '', seconds = '', fraction = '', zoneText = ''] = match;
  if (!isDate(date) || hours > '23' || minutes > '59' || seconds > '59') return undefined;
  const zone = parseZone(zoneText);
  if (zone === undefined || (needsZone && zoneText === '')) return undefined;
  const milliseconds = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  const decimals = BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return BigInt(milliseconds) * 1_000_000n + decimals - zone * perSecond;
};

/** Nanoseconds from 1970 of an RFC 3339 time; undefined when it is none. */
export const parseTimestamp = (text: string): bigint | undefined => parseInstant(text, true);

/** As a rule sees a value with `format: date-time`: a zone may be missing, the empty text is 1970. */
export const parseLooseTimestamp = (text: string): bigint | undefined =>
  text === '' ? 0n : parseInstant(text, false);

export const parseDate = (text: string): bigint | undefined =>
  isDate(text) ? BigInt(Date.parse(`${text}T00:00:00Z`)) * 1_000_000n : undefined;

/** RFC 3339 in UTC, with as many decimals as it takes. */
export const printTimestamp = (nanoseconds: bigint): string => {
  const seconds = secondsOf(nanoseconds);
  const fraction = String(nanoseconds - seconds * perSecond)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const text = new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, '');
  return `${text}${fraction === '' ? '' : `.${fraction}`}Z`;
};
