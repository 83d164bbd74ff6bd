import type { FastifyReply } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import type { TenantScope } from '../../domain/access/tenant-scope.ts';
import type { Page, PageRequest } from '../../services/request-context.ts';
import type { RouteDeps } from '../route-deps.ts';
import { Reply, ReplyList, ReplyText } from './reply-fields.ts';
import { Text } from './text.ts';

export const pageLimits = { most: 500, usual: 50 } as const;

/** Query of a list: the page, and the filters of this list. Nothing else is taken. */
export const ListQuery = <Filters extends TProperties>(filters: Filters) =>
  Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: pageLimits.most,
          default: pageLimits.usual,
          description: 'Most items of a page.',
        }),
      ),
      cursor: Type.Optional(
        Text('^[A-Za-z0-9_-]+$', {
          maxLength: 512,
          hint: 'the nextCursor of the page before',
          description: '`nextCursor` of the page before. Valid for this list with this filter only.',
        }),
      ),
      ...filters,
    },
    { additionalProperties: false },
  );

export const ListReply = <Item extends TSchema>(title: string, item: Item) =>
  Reply(title, {
    items: ReplyList(item, 'The page, newest first.', pageLimits.most),
    nextCursor: Type.Optional(ReplyText(512, 'Where the next page starts; absent on the last.')),
  });

/** What a cursor is bound to; the tenant is empty for the lists of the fleet. */
export interface ListScope extends TenantScope {
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
}

interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
}

const filterOf = ({ query }: ListScope): string => {
  const names = Object.keys(query).filter(
    (name) => name !== 'limit' && name !== 'cursor' && query[name] !== undefined,
  );
  return JSON.stringify(names.sort().map((name) => [name, query[name]]));
};

export const scopeText = (scope: ListScope): string =>
  `${scope.tenantId}${scope.projectIds ?? ''}\n${scope.path}\n${filterOf(scope)}`;

export const readPage = ({ cursors }: RouteDeps, scope: ListScope): PageRequest => {
  const { limit = pageLimits.usual, cursor } = scope.query as PageQuery;
  return cursor === undefined ? { limit } : { limit, after: { id: cursors.open(scopeText(scope), cursor) } };
};

/** Address of the next page: the same query with the new cursor. */
const nextAddress = ({ links }: RouteDeps, { path, query }: ListScope, cursor: string): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) if (name !== 'cursor') parameters.append(name, String(one));
  parameters.append('cursor', cursor);
  return links.to(`${path}?${parameters}`);
};

/** Names the next page in the Link field and gives its cursor. */
export const announceNext = (
  reply: FastifyReply,
  deps: RouteDeps,
  scope: ListScope,
  position: string | undefined,
): string | undefined => {
  if (position === undefined) return undefined;
  const cursor = deps.cursors.seal(scopeText(scope), position);
  reply.header('Link', `<${nextAddress(deps, scope, cursor)}>; rel="next"`);
  return cursor;
};

/** A page as the API shows it. */
export const answerPage = <Item>(
  reply: FastifyReply,
  deps: RouteDeps,
  scope: ListScope,
  page: Page<Item>,
  present: (item: Item) => object,
): object => ({
  items: page.items.map(present),
  nextCursor: announceNext(reply, deps, scope, page.next?.id),
});
