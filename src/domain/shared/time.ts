/** Instants are RFC 3339 text, as they are stored and shown; the clock is always somebody else's. */
export const plusSeconds = (instant: string, seconds: number): string =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

export const isBefore = (left: string, right: string): boolean => Date.parse(left) < Date.parse(right);

export const earliestOf = (first: string, ...others: readonly string[]): string =>
  others.reduce((best, instant) => (isBefore(instant, best) ? instant : best), first);

/** The newest of the given instants; absent ones do not count. */
export const latestOf = (first: string, ...others: readonly (string | undefined)[]): string =>
  others.reduce<string>(
    (best, instant) => (instant !== undefined && isBefore(best, instant) ? instant : best),
    first,
  );
