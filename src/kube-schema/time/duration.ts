const unitNanoseconds: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const maxDuration = 2n ** 63n - 1n;
const minDuration = -(2n ** 63n);

export const isDurationInRange = (nanoseconds: bigint): boolean =>
  nanoseconds >= minDuration && nanoseconds <= maxDuration;

const scaleFraction = (digits: string, unit: bigint): bigint =>
  digits === '' ? 0n : (BigInt(digits) * unit) / 10n ** BigInt(digits.length);

const readTerms = (text: string): bigint | undefined => {
  const term = /([0-9]*)(?:\.([0-9]*))?([^0-9.]+)/y;
  let total = 0n;
  while (term.lastIndex < text.length) {
    const match = term.exec(text);
    const unit = match?.[3] === undefined ? undefined : unitNanoseconds.get(match[3]);
    const whole = match?.[1] ?? '';
    const fraction = match?.[2] ?? '';
    if (unit === undefined || (whole === '' && fraction === '')) return undefined;
    total += BigInt(whole === '' ? 0 : whole) * unit + scaleFraction(fraction, unit);
  }
  return total;
};

/** Nanoseconds of a duration as Go's time.ParseDuration reads it (`1h30m`, `-1.5s`, `0`); undefined when it is none. */
export const parseDuration = (text: string): bigint | undefined => {
  const negative = text.startsWith('-');
  const unsigned = text.replace(/^[-+]/, '');
  if (unsigned === '0') return 0n;
  const total = unsigned === '' ? undefined : readTerms(unsigned);
  if (total === undefined) return undefined;
  const signed = negative ? -total : total;
  return isDurationInRange(signed) ? signed : undefined;
};

/** Names of a unit: exact ones, the last also as a prefix (`hours`). */
const looseUnits: readonly { readonly names: readonly string[]; readonly nanoseconds: bigint }[] = [
  { names: ['ns', 'nano'], nanoseconds: 1n },
  { names: ['us', '\u00b5s', 'micro'], nanoseconds: 1_000n },
  { names: ['ms', 'milli'], nanoseconds: 1_000_000n },
  { names: ['s', 'sec'], nanoseconds: 1_000_000_000n },
  { names: ['m', 'min'], nanoseconds: 60_000_000_000n },
  { names: ['h', 'hr', 'hour'], nanoseconds: 3_600_000_000_000n },
  { names: ['d', 'day'], nanoseconds: 86_400_000_000_000n },
  { names: ['w', 'wk', 'week'], nanoseconds: 604_800_000_000_000n },
];

const findLooseUnit = (name: string): bigint | undefined =>
  looseUnits.find(({ names }) => names.includes(name) || name.startsWith(names.at(-1) ?? name))?.nanoseconds;

/** Nanoseconds of a value with `format: duration`: a Go duration, else terms like `22 ns` or `3 days` anywhere in it. */
export const parseLooseDuration = (text: string): bigint | undefined => {
  const exact = parseDuration(text);
  if (exact !== undefined) return exact;
  let total: bigint | undefined;
  for (const [, factor = '0', unit = ''] of text.matchAll(/([0-9]+)\s*([A-Za-z\u00b5]+)/g)) {
    if (BigInt(factor) > maxDuration) return undefined;
    const nanoseconds = findLooseUnit(unit.toLowerCase());
    if (nanoseconds !== undefined) total = (total ?? 0n) + BigInt(factor) * nanoseconds;
  }
  return total;
};

/** Prints a duration as CEL's `string()` does: seconds, with as many decimals as it takes. */
export const printDuration = (nanoseconds: bigint): string => {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const fraction = String(magnitude % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const sign = nanoseconds < 0n ? '-' : '';
  return `${sign}${magnitude / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`;
};
