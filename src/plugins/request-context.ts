import type { FastifyRequest } from 'fastify';
import { type Principal, scopeOf } from '../domain/access/principal.ts';
import type { TenantScope } from '../domain/access/tenant-scope.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { AuditTrail, RequestContext } from '../services/request-context.ts';
import { claimOf } from './idempotency-key.ts';
import { originOf } from './request-origin.ts';

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

/** How much of its tenant the caller reaches with the permission that the route demands. */
export const tenantScopeOf = (request: FastifyRequest): TenantScope =>
  scopeOf(principalOf(request), tenantOf(request), request.routeOptions.config.permission ?? 'none');

/** Keys of those who reach only some projects are theirs alone: the answer to another's request may not be for them. */
const idempotencyOf = (request: FastifyRequest, { projectIds }: TenantScope) => {
  const claim = claimOf(request);
  if (claim === undefined || projectIds === undefined) return claim;
  return { ...claim, route: `${claim.route} ${principalOf(request).id}` };
};

const trailOf = (request: FastifyRequest): AuditTrail => {
  request.auditTrail ??= { recorded: false };
  return request.auditTrail;
};

const contextFor = (request: FastifyRequest, scope: TenantScope): RequestContext => {
  const traceparent = request.headers['traceparent'];
  return {
    ...scope,
    principal: principalOf(request),
    requestId: request.id,
    origin: originOf(request),
    trail: trailOf(request),
    traceparent:
      typeof traceparent === 'string' && traceparentPattern.test(traceparent) ? traceparent : undefined,
    idempotency: idempotencyOf(request, scope),
  };
};

/** What a write of a tenant carries to the services. */
export const tenantContext = (request: FastifyRequest): RequestContext =>
  contextFor(request, tenantScopeOf(request));

/** What a write of a fleet operator carries to the services: no tenant. */
export const fleetContext = (request: FastifyRequest): RequestContext =>
  contextFor(request, { tenantId: '' });
