import { createHash } from 'node:crypto';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { IdempotencyClaim } from '../services/request-context.ts';
import type { BerthApp } from './http-app.ts';
import { malformedRequest } from './request-problem.ts';
import { addCheck } from './route-hooks.ts';

// "Visible ASCII" of RFC 9110 §5.6.2, so that a key survives every proxy and log unchanged.
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** The path of a request without its query: a retry may wait longer than the first attempt did. */
const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/** SHA-256 of method, path and body as they came over the wire. */
export const hashRequest = (method: string, url: string, body: Buffer): Buffer =>
  createHash('sha256')
    .update(`${method} ${pathOf(url)}\n`)
    .update(body)
    .digest();

export const wantsIdempotency = (request: FastifyRequest): boolean =>
  request.method === 'POST' && request.headers['idempotency-key'] !== undefined;

/** The claim of a POST with an Idempotency-Key; undefined without one. */
export const claimOf = (request: FastifyRequest): IdempotencyClaim | undefined => {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string') return undefined;
  return {
    key,
    route: `POST ${request.routeOptions.url ?? pathOf(request.url)}`,
    requestHash: request.bodyHash ?? hashRequest('POST', request.url, Buffer.alloc(0)),
  };
};

const checkKey: onRequestHookHandler = (request, _reply, done) => {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && keyPattern.test(key))) {
    done();
    return;
  }
  done(
    malformedRequest('The Idempotency-Key is malformed.', [
      {
        in: 'header',
        pointer: '/Idempotency-Key',
        code: 'invalid-format',
        detail: 'Must be 1 to 255 visible ASCII characters.',
        allowed: [keyPattern.source],
      },
    ]),
  );
};

/** Refuses a malformed Idempotency-Key on a POST before anything is read or stored. */
export const registerIdempotencyKey = (app: BerthApp): void => {
  app.decorateRequest('bodyHash', null);
  app.addHook('onRoute', (route) => {
    if (route.method === 'POST') addCheck(route, checkKey);
  });
};
