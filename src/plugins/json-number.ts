// A double gives back every decimal number of up to 17 significant digits as it was written.
const significantDigits = 17;

/** What a double cannot hold of a JSON number: it would be rounded, or become 0 or infinite. */
export const numberProblem = (
  token: string,
): { readonly code: string; readonly detail: string } | undefined => {
  const value = Number(token);
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return { code: 'number-too-large', detail: 'Numbers must lie between -(2^53 - 1) and 2^53 - 1.' };
  if (token.length <= significantDigits && value !== 0) return undefined;
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  const vanished = value === 0 && digits !== '';
  if (vanished || digits.length > significantDigits)
    return { code: 'number-too-precise', detail: 'The number has more digits than can be kept.' };
  return undefined;
};
