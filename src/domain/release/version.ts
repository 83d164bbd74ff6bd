/** An OpenShift version: numbers as they are written; `prerelease` is empty for a final release. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly prerelease: readonly string[];
}

const number = '(0|[1-9][0-9]{0,8})';
const versionPattern = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-([0-9A-Za-z-]{1,64}(?:\\.[0-9A-Za-z-]{1,64}){0,9}))?$`,
);
const minorPattern = new RegExp(`^${number}\\.${number}$`);

/** Semantic version 2.0 without build metadata; undefined when the text is none. */
export const parseVersion = (text: string): Version | undefined => {
  const match = versionPattern.exec(text);
  if (match === null) return undefined;
  return {
    major: Number(match[1]),
    minor: Number(match[2]),
    patch: Number(match[3]),
    prerelease: match[4]?.split('.') ?? [],
  };
};

/**
 * The place of a minor in the line of minors. 5.0 is the same release as 4.23 and 5.x counts as 4.(23+x).
 * Undefined for majors other than 4 and 5. Source: openshift/hypershift support/supportedversion.
 */
const ordinalOf = (major: number, minor: number): number | undefined => {
  if (major === 4) return minor;
  return major === 5 ? minor + 23 : undefined;
};

/** Ordinal of the minor of a version such as 4.20.3 or of a minor such as 4.20. */
export const minorOrdinal = (text: string): number | undefined => {
  const match = minorPattern.exec(text);
  if (match !== null) return ordinalOf(Number(match[1]), Number(match[2]));
  const version = parseVersion(text);
  return version === undefined ? undefined : ordinalOf(version.major, version.minor);
};

/** The usual name of a minor ordinal; 4.23 is called so, not 5.0. */
export const minorName = (ordinal: number): string => (ordinal > 23 ? `5.${ordinal - 23}` : `4.${ordinal}`);

const compareIdentifiers = (left: string, right: string): number => {
  const [leftIsNumber, rightIsNumber] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return Math.sign(Number(left) - Number(right));
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
};

/** A final release is newer than its prereleases; otherwise the first different identifier decides, then the length. */
const comparePrereleases = (left: readonly string[], right: readonly string[]): number => {
  if (left.length === 0 || right.length === 0) return Math.sign(right.length - left.length);
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return Math.sign(left.length - right.length);
};

/** Negative, zero or positive, as for sorting. 5.0.3 and 4.23.3 are equal. Text that is no version is older than any version. */
export const compareVersions = (left: string, right: string): number => {
  const [a, b] = [parseVersion(left), parseVersion(right)];
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  // Unknown majors are kept apart and above: no real minor comes near the factor.
  const line = (version: Version): number =>
    ordinalOf(version.major, version.minor) ?? version.major * 1_000_000 + version.minor;
  const byNumbers = Math.sign(line(a) - line(b)) || Math.sign(a.patch - b.patch);
  return byNumbers || comparePrereleases(a.prerelease, b.prerelease);
};
