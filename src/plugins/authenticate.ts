import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../domain/access/principal.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { TokenVerifier } from '../providers/identity/contract.ts';
import type { IdentityService } from '../services/access-contract.ts';
import { chooseTenant } from './choose-tenant.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';

export interface Authentication {
  readonly identity: IdentityService;
  /** Verifies tokens of the issuers that tenants registered. Absent: API keys only. */
  readonly tokens?: TokenVerifier;
}

// RFC 6750 §2.1: what may stand behind "Bearer".
const bearerPattern = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;
// Only the service knows which keys exist.
const keyPattern = /^bk_[A-Za-z0-9._~+/-]{8,250}=*$/;
// RFC 7515 §7.1: three parts with dots between them; the last one may not be empty.
const tokenPattern = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

const challenge = 'Bearer realm="berth"';

/** Gives every request of a route that demands anything its principal, or refuses it with 401. */
export const registerAuthenticate = (app: BerthApp, { identity, tokens }: Authentication): void => {
  app.decorateRequest('principal', null);

  const refuse = (reply: FastifyReply, detail: string, error?: string): never => {
    reply.header('WWW-Authenticate', error === undefined ? challenge : `${challenge}, error="${error}"`);
    throw new BerthError('unauthenticated', detail);
  };

  const ofKey = async (key: string): Promise<readonly Principal[] | undefined> => {
    const principal = await identity.authenticateKey(key);
    return principal && [principal];
  };

  const ofToken = async (
    request: FastifyRequest,
    token: string,
    { verify }: TokenVerifier,
  ): Promise<readonly Principal[] | undefined> => {
    const outcome = await verify(token);
    if (outcome.kind === 'unavailable')
      throw new BerthError(
        'unavailable',
        'The identity provider of the token cannot be asked for its keys now.',
        {
          retryAfterSeconds: outcome.retryAfterSeconds,
        },
      );
    if (outcome.kind === 'refused') {
      request.log.info({ requestId: request.id, reason: outcome.reason }, 'token refused');
      return undefined;
    }
    const hash = createHash('sha256').update(token).digest('base64');
    const principals = await identity.principalsOfToken(outcome, hash);
    if (principals.length === 0) return undefined;
    const tokenId = createHash('sha256')
      .update(outcome.tokenId ?? token)
      .digest('hex');
    return principals.map((principal) => ({ ...principal, tokenId }));
  };

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bearer = bearerPattern.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isKey = keyPattern.test(bearer);
    if (!isKey && (tokens === undefined || !tokenPattern.test(bearer)))
      return refuse(reply, 'Send an API key or an access token: Authorization: Bearer …');
    const principals =
      isKey || tokens === undefined ? await ofKey(bearer) : await ofToken(request, bearer, tokens);
    if (principals === undefined)
      return refuse(reply, `The ${isKey ? 'API key' : 'access token'} is not valid.`, 'invalid_token');
    request.principal = chooseTenant(request, principals);
  };

  app.addHook('onRoute', (route) => {
    if (route.config?.permission !== 'none') addCheck(route, authenticate);
  });
};
