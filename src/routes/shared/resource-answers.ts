import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, matchesNone, type Versioned } from '../../plugins/entity-tag.ts';
import type { Created } from '../../services/request-context.ts';
import type { RouteDeps } from '../route-deps.ts';

/** 200 with the resource and its tag, or 304 when the caller has it already. */
export const answerResource = <Item extends Versioned>(
  request: FastifyRequest,
  reply: FastifyReply,
  item: Item,
  present: (item: Item) => object,
): object => {
  const tag = entityTagOf(item);
  reply.header('ETag', tag);
  return matchesNone(request, tag) ? present(item) : reply.code(304).send();
};

/** 200 with the resource after a change. */
export const answerChanged = <Item extends Versioned>(
  reply: FastifyReply,
  item: Item,
  present: (item: Item) => object,
): object => {
  reply.header('ETag', entityTagOf(item));
  return present(item);
};

/** 201 for what was made at once. */
export const answerCreated = <Item extends Versioned & { readonly id: string }>(
  reply: FastifyReply,
  { links }: RouteDeps,
  path: string,
  { resource, replayed }: Created<Item>,
  present: (item: Item) => object,
): object => {
  if (replayed) reply.header('Idempotent-Replayed', 'true');
  reply
    .code(201)
    .header('Location', links.to(`${path}/${resource.id}`))
    .header('ETag', entityTagOf(resource));
  return present(resource);
};
