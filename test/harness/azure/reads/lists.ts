import { isJsonObject, type JsonObject } from '../../../../src/domain/shared/json.ts';
import { type ArmAnswer, type ArmRequest, ok, refused } from '../arm/answer.ts';
import { objectIn, textIn } from '../arm/fields.ts';
import type { ArmWorld } from '../arm/world.ts';

/** One page of a list; the rest is behind `nextLink`. */
export const answerPage = (
  world: ArmWorld,
  { origin, path, query }: Pick<ArmRequest, 'origin' | 'path' | 'query'>,
  entries: readonly JsonObject[],
): ArmAnswer => {
  const start = Number(query.get('$skiptoken') ?? 0);
  const size = Math.min(world.knobs.pageSize, Number(query.get('$top') ?? world.knobs.pageSize));
  const end = start + size;
  if (end >= entries.length) return ok({ value: entries.slice(start) });
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(end));
  return ok({ value: entries.slice(start, end), nextLink: `${origin}${encodeURI(path)}?${next}` });
};

type Test = (entry: JsonObject) => boolean;

const unknownFilter = (filter: string) =>
  refused(400, 'InvalidFilterInQueryString', `Invalid $filter '${filter}' specified in the query string.`);

const tagTest = (filter: string): Test | undefined => {
  const match = /^tagName eq '([^']+)'(?: and tagValue eq '([^']*)')?$/i.exec(filter);
  if (match === null) return undefined;
  const [, name = '', value] = match;
  return (entry) => {
    // Names of tags are the same in any case, their values are not.
    const found = Object.entries(objectIn(entry, 'tags')).find(
      ([tag]) => tag.toLowerCase() === name.toLowerCase(),
    );
    return found !== undefined && (value === undefined || found[1] === value);
  };
};

const memberTests: Readonly<Record<string, (entry: JsonObject, value: string) => boolean>> = {
  resourcetype: (entry, value) => textIn(entry, 'type')?.toLowerCase() === value.toLowerCase(),
  resourcegroup: (entry, value) => textIn(entry, 'id')?.split('/')[4]?.toLowerCase() === value.toLowerCase(),
  location: (entry, value) => textIn(entry, 'location')?.toLowerCase() === value.toLowerCase(),
  name: (entry, value) => textIn(entry, 'name')?.toLowerCase() === value.toLowerCase(),
};

/** `$filter` of groups and resources: by tag, or by members joined with `and`. Filters by tag take no others along. */
export const filterOf = (filter: string | null): Test => {
  if (filter === null || filter === '') return () => true;
  const byTag = tagTest(filter);
  if (byTag !== undefined) return byTag;
  const tests = filter.split(' and ').map((part): Test => {
    const [, member = '', value = ''] = /^(\w+) eq '([^']*)'$/.exec(part.trim()) ?? [];
    const test = memberTests[member.toLowerCase()];
    if (test === undefined) throw unknownFilter(filter);
    return (entry) => isJsonObject(entry) && test(entry, value);
  });
  return (entry) => tests.every((test) => test(entry));
};

/** `$filter` of role assignments. */
export const assignmentFilterOf = (
  filter: string | null,
): { readonly isAtScope: boolean; readonly principalId?: string } => {
  let isAtScope = false;
  let principalId: string | undefined;
  for (const part of (filter ?? '').split(' and ').filter((text) => text !== '')) {
    const principal = /^(?:principalId eq '([^']+)'|assignedTo\('([^']+)'\))$/.exec(part.trim());
    if (part.trim() === 'atScope()') isAtScope = true;
    else if (principal !== null) principalId = principal[1] ?? principal[2];
    else throw refused(400, 'UnsupportedQuery', `The filter '${filter}' is not supported.`);
  }
  return { isAtScope, ...(principalId === undefined ? {} : { principalId }) };
};
