import type { Tags } from './marks.ts';

const mark = /(?<key>berth-[a-z-]+)=(?<value>[^\s,]+)/g;

/**
 * Ownership marks as the comment of a zone: the comment is set by the call that makes the zone, tags only later, and a
 * zone without an owner could not be told from anybody else's. At most 256 characters.
 */
export const commentOf = (tags: Tags): string =>
  Object.entries(tags)
    .filter(([key]) => key.startsWith('berth-'))
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
    .slice(0, 256);

export const readMarks = (comment: string | undefined): Tags =>
  Object.fromEntries(
    [...(comment ?? '').matchAll(mark)].map(({ groups }) => [groups?.['key'] ?? '', groups?.['value'] ?? '']),
  );
