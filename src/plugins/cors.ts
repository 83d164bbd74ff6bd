import type { BerthApp } from './http-app.ts';

/** What scripts of an allowed origin may read beyond the body. */
const exposed =
  'Accept-Patch, Allow, ETag, Link, Location, RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate';
const allowedHeaders =
  'Accept, Authorization, Berth-Tenant, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer';
const allowedMethods = 'DELETE, GET, HEAD, PATCH, POST, PUT';
const preflightSeconds = 600;

/**
 * Lets scripts of exactly these origins call the API (https://fetch.spec.whatwg.org/#http-cors-protocol). Never a
 * wildcard and never credentials of the browser: callers send their key themselves. A preflight is answered the same at every
 * address, so it tells nothing of what exists.
 */
export const registerCors = (app: BerthApp, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (isAllowed) {
      reply.header('Access-Control-Allow-Origin', origin);
      reply.header('Access-Control-Expose-Headers', exposed);
    }
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || origin === undefined) return done();
    if (isAllowed) {
      reply.header('Access-Control-Allow-Methods', allowedMethods);
      reply.header('Access-Control-Allow-Headers', allowedHeaders);
      reply.header('Access-Control-Max-Age', String(preflightSeconds));
    }
    reply.code(204).send();
  });

  // At the end, as routes set Vary themselves.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const vary = reply.getHeader('Vary');
    reply.header('Vary', vary === undefined ? 'Origin' : `${String(vary)}, Origin`);
    done(null, payload);
  });
};
