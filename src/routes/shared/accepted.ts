import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantScope } from '../../domain/access/tenant-scope.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { BerthError } from '../../domain/shared/error.ts';
import { entityTagOf, type Versioned } from '../../plugins/entity-tag.ts';
import { waitOf } from '../../plugins/prefer-wait.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { Accepted } from '../../services/request-context.ts';
import { presentOperation } from '../operations/presenter.ts';
import type { RouteDeps } from '../route-deps.ts';
import type { HeaderName } from './answers.ts';

interface Resource extends Versioned {
  readonly id: string;
}

/** How one kind of resource is read again and shown. */
export interface ResourceKind<Item extends Resource> {
  readonly member: string;
  readonly read: (deps: RouteDeps, scope: TenantScope, id: string) => Promise<Item>;
  readonly present: (item: Item) => object;
}

/** A deletion may have ended while we waited. */
const readUnlessGone = async <Item>(read: () => Promise<Item>, last: Item): Promise<Item> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BerthError && error.code === 'not-found') return last;
    throw error;
  }
};

/** Header fields of an answer to a write that takes time. */
export const acceptedHeaders: readonly HeaderName[] = [
  'Location',
  'ETag',
  'Retry-After',
  'Idempotent-Replayed',
  'Preference-Applied',
];

/** Where to look next, and when. */
const pollSeconds = '5';

/** 202 with the operation and the resource, after the wait that the caller asked for. */
export const answerAccepted = async <Item extends Resource>(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
  kind: ResourceKind<Item>,
  accepted: Accepted<Item, Operation>,
): Promise<object> => {
  let { resource, operation } = accepted;
  const wait = waitOf(request);
  if (wait.seconds > 0 && operation.endedAt === undefined) {
    const scope = tenantScopeOf(request);
    const { operations } = deps.services;
    operation = await operations.waitForOperation(scope, operation.id, wait.seconds, request.signal);
    resource = await readUnlessGone(() => kind.read(deps, scope, accepted.resource.id), resource);
  }
  if (wait.preferred) reply.header('Preference-Applied', `wait=${wait.seconds}`);
  if (accepted.replayed) reply.header('Idempotent-Replayed', 'true');
  if (operation.endedAt === undefined) reply.header('Retry-After', pollSeconds);
  reply
    .code(202)
    .header('Location', deps.links.to(`/v1/operations/${operation.id}`))
    .header('ETag', entityTagOf(resource));
  return { operation: presentOperation(operation), [kind.member]: kind.present(resource) };
};
