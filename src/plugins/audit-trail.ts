import type { FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, anonymous } from '../domain/access/actor.ts';
import { targetKindOf, targetOfParams } from '../domain/audit/audit-target.ts';
import type { AuditService } from '../services/audit-contract.ts';
import type { UnchangedAnswer } from '../services/refusal-book.ts';
import type { BerthApp } from './http-app.ts';
import { originOf } from './request-origin.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Answers to requests whose address may not have been held to its schema. */
const beforeSchemas = new Set([400, 401, 403, 406, 413, 415, 429, 500, 503]);

/** Of reads, only those that somebody was not allowed to make. */
const isDenied = (request: FastifyRequest, status: number): boolean =>
  (status === 401 || status === 403) && request.routeOptions.config.permission !== 'none';

/** How a request ended that has no audit record yet; undefined when it needs none. */
const outcomeOf = (request: FastifyRequest, reply: FastifyReply): UnchangedAnswer['outcome'] | undefined => {
  const { config, url } = request.routeOptions;
  const status = reply.statusCode;
  if (url === undefined) return undefined;
  if (!(config.audited ?? !reads.has(request.method)))
    return isDenied(request, status) ? 'refused' : undefined;
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  if (reply.hasHeader('Idempotent-Replayed')) return 'replayed';
  return request.auditTrail?.recorded === true ? undefined : 'unchanged';
};

/**
 * Notes every write that changed nothing (refused, failed, replayed, a dry run) and every denied read. A write that
 * was accepted has its record already, in the transaction of the change.
 */
export const registerAuditTrail = (app: BerthApp, audit: AuditService): void => {
  app.decorateRequest('auditTrail', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const outcome = outcomeOf(request, reply);
    if (outcome !== undefined) {
      const { principal } = request;
      const origin = originOf(request);
      const params = (request.params ?? {}) as Record<string, unknown>;
      const targetId = targetOfParams(params, !beforeSchemas.has(reply.statusCode));
      audit.noteAnswer({
        tenantId: principal?.tenantId ?? '',
        actor: principal === null ? anonymous : actorOf(principal),
        origin,
        targetKind: targetKindOf(targetId, origin.route),
        targetId,
        outcome,
        status: reply.statusCode,
        code: request.problemCode ?? undefined,
        requestId: request.id,
      });
    }
    done(null, payload);
  });
};
