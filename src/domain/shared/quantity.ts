/** Kubernetes quantities of bytes: a decimal number and a suffix, without sign, exponent and parts of a byte. */
const quantity = /^(?<whole>\d{1,15})(?:\.(?<fraction>\d{1,9}))?(?<suffix>[KMGTPE]i|[kMGTPE])?$/;

const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const decimalSuffixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

const stepOf = (suffix: string): { base: bigint; suffixes: readonly string[] } =>
  suffix.endsWith('i')
    ? { base: 1024n, suffixes: binarySuffixes }
    : { base: 1000n, suffixes: decimalSuffixes };

const parse = (text: string): { bytes: bigint; suffix: string } | undefined => {
  const groups = quantity.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { whole = '0', fraction = '', suffix = '' } = groups;
  const { base, suffixes } = stepOf(suffix);
  const scaled = BigInt(whole + fraction) * base ** BigInt(suffixes.indexOf(suffix));
  const divisor = 10n ** BigInt(fraction.length);
  return scaled % divisor === 0n ? { bytes: scaled / divisor, suffix } : undefined;
};

/** Bytes of a quantity such as `8Gi`, `1.5Gi` or `500M`; undefined for anything else. */
export const parseQuantity = (text: string): bigint | undefined => parse(text)?.bytes;

/**
 * The form that the API machinery of Kubernetes writes back (`8192Mi` becomes `8Gi`). Fields that may not change are compared
 * as text, so anything else is refused as soon as the operator stores the object again. Other text stays as it is.
 * Source: https://pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity
 */
export const canonicalQuantity = (text: string): string => {
  const parsed = parse(text);
  if (parsed === undefined) return text;
  const { suffixes, base } = stepOf(parsed.suffix);
  let { bytes } = parsed;
  let power = 0;
  while (bytes > 0n && bytes % base === 0n && power < suffixes.length - 1) {
    bytes /= base;
    power += 1;
  }
  return `${bytes}${suffixes[power]}`;
};
