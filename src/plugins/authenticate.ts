import type { FastifyReply, FastifyRequest } from 'fastify';
import { BerthError } from '../domain/shared/error.ts';
import type { IdentityService } from '../services/contract.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';

// RFC 6750 §2.1 with the prefix of our keys. Only the service knows which keys exist.
const bearerPattern = /^Bearer +(bk_[A-Za-z0-9._~+/-]{8,250}=*)$/i;

const challenge = 'Bearer realm="berth"';

const keyOf = (request: FastifyRequest): string | undefined =>
  bearerPattern.exec(request.headers.authorization ?? '')?.[1];

/** Gives every request of a route that demands anything its principal, or refuses it with 401. */
export const registerAuthenticate = (app: BerthApp, identity: IdentityService): void => {
  app.decorateRequest('principal', null);

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = keyOf(request);
    if (key === undefined) {
      reply.header('WWW-Authenticate', challenge);
      throw new BerthError('unauthenticated', 'Send an API key: Authorization: Bearer bk_…');
    }
    const principal = await identity.authenticateKey(key);
    if (principal === undefined) {
      reply.header('WWW-Authenticate', `${challenge}, error="invalid_token"`);
      throw new BerthError('unauthenticated', 'The API key is not valid.');
    }
    request.principal = principal;
  };

  app.addHook('onRoute', (route) => {
    if (route.config?.permission !== 'none') addCheck(route, authenticate);
  });
};
