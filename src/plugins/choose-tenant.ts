import type { FastifyRequest } from 'fastify';
import type { Principal } from '../domain/access/principal.ts';
import { BerthError } from '../domain/shared/error.ts';
import { malformedRequest } from './request-problem.ts';

const header = 'berth-tenant';

const mostNamed = 20;

const severalTenants = (principals: readonly Principal[]): Error =>
  malformedRequest('The token is good for several tenants: say which.', [
    {
      in: 'header',
      pointer: '/Berth-Tenant',
      code: 'required',
      detail: 'Must be the id or the name of one of the tenants that the token is good for.',
      allowed: principals.slice(0, mostNamed).flatMap(({ tenantId }) => tenantId ?? []),
    },
  ]);

/**
 * Which of its tenants a caller means: the one that `Berth-Tenant` names by id or name, or the only one. A tenant that is
 * not the caller's is refused like one that does not exist.
 */
export const chooseTenant = (request: FastifyRequest, principals: readonly Principal[]): Principal => {
  const wanted = request.headers[header];
  if (wanted === undefined) {
    const [only, ...others] = principals;
    if (only === undefined) throw new BerthError('internal', 'nobody to choose from');
    if (others.length > 0) throw severalTenants(principals);
    return only;
  }
  const found = principals.find(
    ({ tenantId, tenantName }) => wanted === (tenantId ?? '') || wanted === tenantName,
  );
  if (found === undefined)
    throw new BerthError('permission-denied', 'The caller is not of the tenant that Berth-Tenant names.');
  return found;
};
