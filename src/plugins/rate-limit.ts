import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter, RateVerdict } from '../domain/limits/rate.ts';
import { chargesFor, failureCharge, type RequestLimits } from '../domain/limits/request-limits.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';
import { sourceAddressOf, sourceNetworkOf } from './source-address.ts';

export interface RateLimits {
  readonly limits: RequestLimits;
  /** Counts requests of principals. */
  readonly limiter: RateLimiter;
  /** Counts refused attempts to authenticate; asked before every attempt, so in the memory of the process. */
  readonly failures: RateLimiter;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers in the form of version 08: lists of strings with parameters (RFC 9651). */
const describe = (reply: FastifyReply, verdicts: readonly RateVerdict[]): void => {
  reply.header(
    'RateLimit-Policy',
    verdicts.map(({ policy }) => `"${policy.name}";q=${policy.quota};w=${policy.windowSeconds}`).join(', '),
  );
  reply.header(
    'RateLimit',
    verdicts
      .map(({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  );
};

const refuse = (verdicts: readonly RateVerdict[]): BerthError | undefined => {
  const refused = verdicts.filter(({ allowed }) => !allowed);
  if (refused.length === 0) return undefined;
  const names = refused.map(({ policy }) => `${policy.name}: ${policy.quota} in ${policy.windowSeconds} s`);
  return new BerthError('rate-limited', `More requests than are allowed (${names.join('; ')}).`, {
    retryAfterSeconds: Math.max(...refused.map(({ retryAfterSeconds }) => retryAfterSeconds)),
  });
};

/** Refuses addresses that failed to authenticate too often, before anything is looked up. Goes before `authenticate`. */
export const registerFailureLimit = (app: BerthApp, { limits, failures }: RateLimits): void => {
  if (limits.failures === 0) return;
  const chargeOf = (request: FastifyRequest, cost: 0 | 1) =>
    failureCharge(limits, sourceNetworkOf(sourceAddressOf(request)), cost);

  const check = async (request: FastifyRequest): Promise<void> => {
    const [verdict] = await failures.take([chargeOf(request, 0)]);
    if (verdict === undefined || verdict.remaining > 0) return;
    throw new BerthError('rate-limited', 'Too many attempts to authenticate failed from this address.', {
      retryAfterSeconds: Math.ceil(verdict.policy.windowSeconds / verdict.policy.quota),
    });
  };

  app.addHook('onRoute', (route) => {
    if (route.config?.permission !== 'none') addCheck(route, check);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401) await failures.take([chargeOf(request, 1)]);
  });
};

/** Counts the requests of principals and tells them what is left. Goes behind `authenticate`. */
export const registerRateLimit = (app: BerthApp, { limits, limiter }: RateLimits): void => {
  app.addHook('onRoute', (route) => {
    if (route.config?.permission === 'none') return;
    const kind = route.method === 'GET' || route.method === 'HEAD' ? 'read' : 'write';
    const cost = route.config?.rateCost ?? 1;
    addCheck(route, (request, reply, done) => {
      const { principal } = request;
      const charges = principal === null ? [] : chargesFor(limits, principal, kind, cost);
      if (charges.length === 0) return done();
      const judge = (verdicts: readonly RateVerdict[]): void => {
        describe(reply, verdicts);
        done(refuse(verdicts));
      };
      const taken = limiter.take(charges);
      // A promise costs a turn of the loop; counting in memory needs none.
      if (taken instanceof Promise) taken.then(judge, done);
      else judge(taken);
    });
  });
};
