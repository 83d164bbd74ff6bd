/** The first pause; the ceiling doubles with every failure. */
const FIRST_CEILING_MS = 1_000;

/**
 * Pause after so many failures in a row (1 = the first): jitter between a quarter of the ceiling and the ceiling, at least
 * one second. The lower bound grows, so an outage of a minute costs few requests for every draw of `random` in [0, 1).
 */
export const delayOf = (failures: number, longestMs: number, random: number): number => {
  const ceiling = Math.min(longestMs, FIRST_CEILING_MS * 2 ** Math.min(30, Math.max(0, failures)));
  return Math.max(FIRST_CEILING_MS, ceiling / 4 + random * (ceiling * 0.75));
};
