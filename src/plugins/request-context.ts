import type { FastifyRequest } from 'fastify';
import type { Principal } from '../domain/access/principal.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { RequestContext } from '../services/request-context.ts';
import { claimOf } from './idempotency-key.ts';

// https://www.w3.org/TR/trace-context/#traceparent-header
const traceparentPattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

export const principalOf = (request: FastifyRequest): Principal => {
  if (request.principal === null) throw new BerthError('unauthenticated', 'This needs an API key.');
  return request.principal;
};

/** The tenant of the caller. Fleet principals have none: what belongs to a tenant is not theirs. */
export const tenantOf = (request: FastifyRequest): string => {
  const { tenantId } = principalOf(request);
  if (tenantId === undefined)
    throw new BerthError('permission-denied', 'This belongs to tenants; a fleet key cannot use it.');
  return tenantId;
};

const contextFor = (request: FastifyRequest, tenantId: string): RequestContext => {
  const traceparent = request.headers['traceparent'];
  return {
    principal: principalOf(request),
    tenantId,
    requestId: request.id,
    traceparent:
      typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : undefined,
    idempotency: claimOf(request),
  };
};

/** What a write of a tenant carries to the services. */
export const tenantContext = (request: FastifyRequest): RequestContext =>
  contextFor(request, tenantOf(request));

/** What a write of a fleet operator carries to the services: no tenant. */
export const fleetContext = (request: FastifyRequest): RequestContext => contextFor(request, '');
