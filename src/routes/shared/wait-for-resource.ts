import type { FastifyReply, FastifyRequest } from 'fastify';
import { waitOf } from '../../plugins/prefer-wait.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RouteDeps } from '../route-deps.ts';

interface Waitable {
  readonly operationId?: string;
  readonly status: { readonly phase: string };
}

/** Holds a read until the current operation has ended, unless the wanted phase is reached; or time is up. */
export const waitForResource = async <Item extends Waitable>(
  request: FastifyRequest,
  reply: FastifyReply,
  { services }: RouteDeps,
  phase: string | undefined,
  read: () => Promise<Item>,
): Promise<Item> => {
  const item = await read();
  const wait = waitOf(request);
  if (wait.preferred) reply.header('Preference-Applied', `wait=${wait.seconds}`);
  if (wait.seconds === 0 || item.operationId === undefined || item.status.phase === phase) return item;
  await services.operations.waitForOperation(
    tenantScopeOf(request),
    item.operationId,
    wait.seconds,
    request.signal,
  );
  return read();
};
