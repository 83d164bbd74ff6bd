/**
 * ISO 8601 durations of fixed length, in whole seconds: weeks alone, or days, hours, minutes and seconds.
 * Years and months are refused: they have no fixed length.
 */
export const isoDurationPattern =
  '^P(?:[0-9]{1,6}W|(?=[0-9T])(?:[0-9]{1,6}D)?(?:T(?=[0-9])(?:[0-9]{1,8}H)?(?:[0-9]{1,8}M)?(?:[0-9]{1,9}S)?)?)$';

const parts =
  /^P(?:(?<weeks>\d{1,6})W|(?=[\dT])(?:(?<days>\d{1,6})D)?(?:T(?=\d)(?:(?<hours>\d{1,8})H)?(?:(?<minutes>\d{1,8})M)?(?:(?<seconds>\d{1,9})S)?)?)$/;

const secondsPer = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const;

/** Seconds of an ISO 8601 duration; undefined when it is not one that `isoDurationPattern` describes. */
export const parseIsoDuration = (text: string): number | undefined => {
  const groups = parts.exec(text)?.groups;
  if (groups === undefined) return undefined;
  return Object.entries(secondsPer).reduce(
    (sum, [unit, factor]) => sum + Number(groups[unit] ?? 0) * factor,
    0,
  );
};

/**
 * The canonical form of Go's time.Duration, for example `1h30m0s`: what the operator writes when it stores the object again,
 * so that applying the same object twice changes nothing. Source: https://pkg.go.dev/time#Duration.String
 */
export const formatGoDuration = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
};

/** ISO 8601 to Go; text that is no duration stays as it is, for the schema of the management cluster to refuse. */
export const toGoDuration = (isoDuration: string): string => {
  const seconds = parseIsoDuration(isoDuration);
  return seconds === undefined ? isoDuration : formatGoDuration(seconds);
};
