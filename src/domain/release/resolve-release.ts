import type { FieldProblem } from '../shared/problem.ts';
import type { Release } from './release.ts';
import { compareVersions } from './version.ts';

/** What a spec says of its version: an exact one, or the newest of a channel at the time it is read. */
export type WantedVersion = string | { readonly channel: string };

/** `'image' in resolved` tells a release from a problem. */
export type ResolvedRelease = Release | FieldProblem;

/** At most so many choices are listed in a problem. */
const maxAllowed = 20;

export const newestFirst = (releases: readonly Release[]): readonly Release[] =>
  releases.toSorted(
    (left, right) => compareVersions(right.version, left.version) || (left.version < right.version ? -1 : 1),
  );

/** The newest versions of a list, as the `allowed` of a problem. */
export const allowedVersions = (releases: readonly Release[]): readonly string[] =>
  newestFirst(releases)
    .map(({ version }) => version)
    .slice(0, maxAllowed);

const isOffered = (release: Release): boolean => release.enabled;

/**
 * Looks a version up in the catalogue. Done once, when it is asked for; the result is recorded and never looked up again.
 * @param pointer where the version stands in the request.
 */
export const resolveRelease = (
  wanted: WantedVersion,
  catalogue: readonly Release[],
  pointer = '/spec/version',
): ResolvedRelease => {
  const offered = catalogue.filter(isOffered);
  if (typeof wanted === 'string') {
    const release = offered.find(({ version }) => version === wanted);
    if (release !== undefined) return release;
    const detail = `Version ${wanted} is not offered.`;
    return { pointer, code: 'unknown-version', detail, allowed: allowedVersions(offered) };
  }
  const { channel } = wanted;
  const [release] = newestFirst(offered.filter(({ channels }) => channels.includes(channel)));
  if (release !== undefined) return release;
  const allowed = [...new Set(offered.flatMap(({ channels }) => channels))].sort().slice(0, maxAllowed);
  const detail = `Channel ${channel} holds no version that is offered.`;
  return { pointer: `${pointer}/channel`, code: 'unknown-channel', detail, allowed };
};
