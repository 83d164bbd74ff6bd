import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BerthError } from '../domain/shared/error.ts';
import { asBerthError } from './framework-errors.ts';
import type { BerthApp } from './http-app.ts';
import { mediaTypeFor } from './json-body.ts';
import type { Links } from './links.ts';
import { problemDocument } from './problem-document.ts';

const problemType = 'application/problem+json; charset=utf-8';

const defaultRetryAfterSeconds = 2;

const retryAfter = (error: BerthError): number | undefined =>
  error.retryAfterSeconds ?? (error.kind.status === 503 ? defaultRetryAfterSeconds : undefined);

/** Answers a request with the problem document of an error; the only place that does. */
export type SendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const createSendProblem =
  (links: Links): SendProblem =>
  (error, request, reply) => {
    const problem = asBerthError(error);
    const { status } = problem.kind;
    request.problemCode = problem.code;
    if (problem.code === 'internal') {
      const err = problem.cause ?? problem;
      request.log.error({ err, requestId: request.id }, 'request failed');
    }
    reply.code(status).header('Request-Id', request.id).header('Cache-Control', 'no-store').type(problemType);
    const seconds = retryAfter(problem);
    if (seconds !== undefined) reply.header('Retry-After', String(Math.ceil(seconds)));
    if (status === 415 && request.method === 'PATCH') reply.header('Accept-Patch', mediaTypeFor('PATCH'));
    return reply.send(JSON.stringify(problemDocument(problem, request.id, links)));
  };

export const registerProblemDetails = (app: BerthApp, sendProblem: SendProblem): void => {
  app.decorateRequest('problemCode', null);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
};
