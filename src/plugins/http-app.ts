import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Permission } from '../domain/access/permission.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { ErrorCode } from '../domain/shared/error.ts';
import type { AuditTrail } from '../services/request-context.ts';

/** Fastify with request types taken from the TypeBox schemas of a route. */
export type BerthApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a caller needs to use the route. A route without it fails at boot; `none` must be said. */
    permission?: Permission;
    /** Media types of a successful answer, the preferred one first. JSON when absent. */
    produces?: readonly string[];
    /** Answers carry an ETag: If-None-Match on reads, If-Match on writes are documented and honoured. */
    entityTag?: boolean;
    /**
     * Whether a request is in the audit trail however it ends: writes are, reads are not, unless they say otherwise. A GET
     * that makes a credential says `true`, a POST that only asks something says `false`.
     */
    audited?: boolean;
    /** Units that a request takes from the rate limits of its caller; 1 when absent. */
    rateCost?: number;
    /** Further error codes of this operation, for the document. */
    errors?: readonly ErrorCode[];
  }

  interface FastifyRequest {
    /** Set by `authenticate` on every route whose permission is not `none`. */
    principal: Principal | null;
    /** Hash of the request that an Idempotency-Key stands for; set while the body is read. */
    bodyHash: Buffer | null;
    /** Code of the error that the request is answered with. */
    problemCode: ErrorCode | null;
    /** Where the services say that they have stored an audit record; set when they are called. */
    auditTrail: AuditTrail | null;
  }
}
