const digitsOf = (text: string): readonly number[] => Array.from(text, (digit) => Number(digit));

/** An ISBN of ten characters; spaces and hyphens are ignored. */
export const isIsbn10 = (text: string): boolean => {
  const plain = text.replaceAll(/[\s-]/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(plain)) return false;
  const digits = Array.from(plain, (digit) => (digit === 'X' ? 10 : Number(digit)));
  return digits.reduce((sum, digit, index) => sum + (index + 1) * digit, 0) % 11 === 0;
};

/** An ISBN of thirteen digits; spaces and hyphens are ignored. */
export const isIsbn13 = (text: string): boolean => {
  const plain = text.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{13}$/.test(plain)) return false;
  return digitsOf(plain).reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
};

const cardPattern =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11})$/;

const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);

/** A payment card number with a right check digit (Luhn); everything but digits is ignored. */
export const isCreditCard = (text: string): boolean => {
  const plain = text.replaceAll(/[^0-9]/g, '');
  if (!cardPattern.test(plain)) return false;
  const sum = digitsOf(plain)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? digit : doubled(digit)), 0);
  return sum % 10 === 0;
};
