import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../domain/audit/audit-record.ts';
import { sourceAddressOf } from './source-address.ts';

const longestUserAgent = 256;

/** As it came, cut, and without what could mislead whoever reads it. */
const userAgentOf = (request: FastifyRequest): string | undefined =>
  request.headers['user-agent']?.slice(0, longestUserAgent).replace(/[^\x20-\x7e]/g, '?');

/** What the audit trail says of a request. The address is that of the client behind the proxies that are trusted. */
export const originOf = (request: FastifyRequest): RequestOrigin => {
  const { url = '', schema } = request.routeOptions;
  return {
    operation: (schema as { operationId?: string } | undefined)?.operationId ?? '',
    method: request.method,
    route: url,
    sourceAddress: sourceAddressOf(request),
    userAgent: userAgentOf(request),
  };
};
