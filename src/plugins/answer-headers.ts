import type { BerthApp } from './http-app.ts';
import type { Links } from './links.ts';

const yearInSeconds = 31_536_000;

/** What every answer carries: the request's id, and how browsers and caches have to treat it. */
export const registerAnswerHeaders = (app: BerthApp, links: Links): void => {
  const isHttps = links.publicUrl.startsWith('https://');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    // A stored answer must be asked for again each time; the ETag makes that cheap.
    reply.header('Cache-Control', 'private, no-cache');
    if (isHttps) reply.header('Strict-Transport-Security', `max-age=${yearInSeconds}`);
    done();
  });
};
