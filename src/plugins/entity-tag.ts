import type { FastifyRequest } from 'fastify';
import type { IfMatch } from '../services/request-context.ts';
import { malformedRequest } from './request-problem.ts';

export interface Versioned {
  readonly generation: number;
  readonly revision: number;
}

/** The strong entity tag of a resource: what the user wrote, then every write. */
export const entityTagOf = ({ generation, revision }: Versioned): string => `"${generation}.${revision}"`;

const ownTagPattern = /^([1-9][0-9]{0,14})\.[0-9]{1,15}$/;

interface Tag {
  readonly weak: boolean;
  /** What stands between the quotes. */
  readonly opaque: string;
}

// RFC 9110 §8.8.3: etagc is any visible character but the quote, a comma included.
const listItem = /[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;

/** Reads a list of entity tags; undefined when it is malformed or empty. */
const readTags = (field: string): readonly Tag[] | undefined => {
  const tags: Tag[] = [];
  listItem.lastIndex = 0;
  do {
    const item = listItem.exec(field);
    if (item === null) return undefined;
    tags.push({ weak: item[1] !== undefined, opaque: item[2] ?? '' });
  } while (listItem.lastIndex < field.length);
  return tags;
};

/** RFC 9110 §13.1.2: weak comparison of the whole tag; a malformed field matches nothing. */
export const matchesNone = (request: FastifyRequest, tag: string): boolean => {
  const field = request.headers['if-none-match'];
  if (field === undefined) return true;
  if (field === tag || field.trim() === '*') return false;
  return !readTags(field)?.some(({ opaque }) => `"${opaque}"` === tag);
};

const malformed = (): Error =>
  malformedRequest('The If-Match field is malformed.', [
    {
      in: 'header',
      pointer: '/If-Match',
      code: 'invalid-format',
      detail: 'Must be * or a list of entity tags as answered in ETag, for example "3.17".',
    },
  ]);

/**
 * The generations that an If-Match field accepts. Strong comparison (RFC 9110 §13.1.1): weak tags and tags
 * that are not ours match nothing, so that the list can come out empty, which no resource satisfies.
 */
export const ifMatchOf = (request: FastifyRequest): IfMatch => {
  const field = request.headers['if-match'];
  if (field === undefined) return undefined;
  if (field.trim() === '*') return '*';
  const tags = readTags(field);
  if (tags === undefined) throw malformed();
  const generations: number[] = [];
  for (const { weak, opaque } of tags) {
    const own = weak ? null : ownTagPattern.exec(opaque);
    if (own !== null) generations.push(Number(own[1]));
  }
  return generations;
};
