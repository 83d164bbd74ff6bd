import type { BerthApp } from './http-app.ts';
import type { Links } from './links.ts';
import { securityHeaders } from './security-headers.ts';

/** What every answer carries: the request's id, and how browsers and caches have to treat it. */
export const registerAnswerHeaders = (app: BerthApp, links: Links): void => {
  const fields = Object.fromEntries(securityHeaders(links.publicUrl));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id);
    reply.headers(fields);
    // A stored answer must be asked for again each time; the ETag makes that cheap.
    reply.header('Cache-Control', 'private, no-cache');
    done();
  });
};
