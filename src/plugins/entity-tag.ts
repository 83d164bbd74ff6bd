import type { FastifyRequest } from 'fastify';
import type { IfMatch } from '../services/request-context.ts';
import { malformedRequest } from './request-problem.ts';

export interface Versioned {
  readonly generation: number;
  readonly revision: number;
}

/** The strong entity tag of a resource: what the user wrote, then every write. */
export const entityTagOf = ({ generation, revision }: Versioned): string => `"${generation}.${revision}"`;

// RFC 9110 §8.8.3: etagc is any visible character but the quote.
const tagPattern = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
const ownTagPattern = /^([1-9][0-9]{0,14})\.[0-9]{1,15}$/;

/** Splits a list of entity tags; commas may be inside of the quotes. */
const tagsIn = (field: string): string[] => field.match(/(?:W\/)?"[^"]*"|[^,\s][^,]*/g) ?? [];

/** RFC 9110 §13.1.2: weak comparison of the whole tag; a malformed field matches nothing. */
export const matchesNone = (request: FastifyRequest, tag: string): boolean => {
  const field = request.headers['if-none-match'];
  if (field === undefined) return true;
  if (field === tag || field.trim() === '*') return false;
  return !tagsIn(field).some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
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
  const tags = tagsIn(field).map((tag) => tagPattern.exec(tag.trim()));
  if (tags.length === 0) throw malformed();
  const generations: number[] = [];
  for (const tag of tags) {
    if (tag === null) throw malformed();
    const own = tag[1] === undefined ? ownTagPattern.exec(tag[2] ?? '') : null;
    if (own !== null) generations.push(Number(own[1]));
  }
  return generations;
};
