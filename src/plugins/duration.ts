/** RFC 3339 appendix A without years, months and weeks, whose length is not fixed. */
export const durationPattern = '^P([0-9]{1,4}D)?(T([0-9]{1,5}H)?([0-9]{1,6}M)?([0-9]{1,7}S)?)?$';

const expression = new RegExp(durationPattern);

const secondsPer = { D: 86_400, H: 3_600, M: 60, S: 1 } as const;

/** Seconds of an ISO 8601 duration such as PT1H30M; undefined when it is not one. */
export const durationSeconds = (text: string): number | undefined => {
  const parts = text.match(/[0-9]+[DHMS]/g);
  if (parts === null || !expression.test(text)) return undefined;
  return parts.reduce((sum, part) => {
    const unit = part.slice(-1) as keyof typeof secondsPer;
    return sum + Number(part.slice(0, -1)) * secondsPer[unit];
  }, 0);
};
