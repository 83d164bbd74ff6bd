// A double gives back every decimal number of up to 15 significant digits as it was written, some of 16 and 17, and no longer ones.
const safeDigits = 15;
const mostDigits = 17;

const digitsOf = (number: string): string =>
  number
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');

/** What a double cannot hold of a JSON number: it would be rounded, or become 0 or infinite. */
export const numberProblem = (
  token: string,
): { readonly code: string; readonly detail: string } | undefined => {
  const value = Number(token);
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return { code: 'number-too-large', detail: 'Numbers must lie between -(2^53 - 1) and 2^53 - 1.' };
  if (token.length <= safeDigits && value !== 0) return undefined;
  const digits = digitsOf(token);
  const vanished = value === 0 && digits !== '';
  const isRounded = () =>
    digits.length > mostDigits ||
    (digits.length > safeDigits && digitsOf(value.toPrecision(digits.length)) !== digits);
  if (vanished || isRounded())
    return { code: 'number-too-precise', detail: 'The number has more digits than can be kept.' };
  return undefined;
};
