import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, LogController, type RouteOptions } from 'fastify';
import { registerAccept } from './plugins/accept.ts';
import { registerAnswerHeaders } from './plugins/answer-headers.ts';
import { registerAuditTrail } from './plugins/audit-trail.ts';
import { registerAuthenticate } from './plugins/authenticate.ts';
import { registerAuthorize } from './plugins/authorize.ts';
import { createClientErrorHandler } from './plugins/client-errors.ts';
import { registerCors } from './plugins/cors.ts';
import { createCursorSealer } from './plugins/cursor.ts';
import type { BerthApp } from './plugins/http-app.ts';
import { registerIdempotencyKey } from './plugins/idempotency-key.ts';
import { bodyLimitBytes, registerJsonBody } from './plugins/json-body.ts';
import { createLinks } from './plugins/links.ts';
import { registerOpenapi } from './plugins/openapi.ts';
import { createSendProblem, registerProblemDetails } from './plugins/problem-details.ts';
import { type RateLimits, registerFailureLimit, registerRateLimit } from './plugins/rate-limit.ts';
import { newRequestId } from './plugins/request-id.ts';
import { registerRequestLog } from './plugins/request-log.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { registerUnknownRoute } from './plugins/unknown-route.ts';
import { registerValidators } from './plugins/validators.ts';
import type { TokenVerifier } from './providers/identity/contract.ts';
import { apiRoutes } from './routes/index.ts';
import {
  type ConnectionLimits,
  createServerFactory,
  type ReceiveTimeouts,
  type TlsPair,
  usualConnections,
  usualTimeouts,
} from './server.ts';
import type { Services } from './services/contract.ts';

export interface AppDeps {
  readonly services: Services;
  /** Verifies access tokens; absent: API keys only. */
  readonly tokens?: TokenVerifier;
  /** Where clients reach the API; all links are made from it. */
  readonly publicUrl: string;
  readonly cursorSecret: Buffer;
  readonly logger: FastifyBaseLogger | false;
  /** Addresses of proxies whose X-Forwarded-For is believed, for the source address. None when absent. */
  readonly trustProxy?: string[];
  /** Origins whose scripts may call the API. None when absent. */
  readonly corsOrigins?: readonly string[];
  /** No limits when absent. */
  readonly rateLimits?: RateLimits;
  readonly tls?: TlsPair;
  /** What runs, for the document. */
  readonly releaseInfo?: { readonly version: string };
  readonly receiveTimeouts?: ReceiveTimeouts;
  readonly connectionLimits?: ConnectionLimits;
  /** Sees every route as it is added. */
  readonly onRoute?: (route: RouteOptions) => void;
}

/** Builds the HTTP application; it does not listen. */
export const buildApp = async (deps: AppDeps): Promise<BerthApp> => {
  const links = createLinks(deps.publicUrl);
  const sendProblem = createSendProblem(links);
  const app: BerthApp = fastify({
    ...(deps.logger === false ? { logger: false } : { loggerInstance: deps.logger }),
    // Requests are logged by one hook, with their ids as fields: a logger for each request costs more.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    trustProxy: deps.trustProxy ?? false,
    bodyLimit: bodyLimitBytes,
    serverFactory: createServerFactory({
      timeouts: deps.receiveTimeouts ?? usualTimeouts,
      limits: deps.connectionLimits ?? usualConnections,
      tls: deps.tls,
    }),
    // Requests that come on open connections while the server drains are still served.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(links),
    frameworkErrors: (error, request, reply) => {
      // No hook has run for these.
      for (const [name, value] of securityHeaders(links.publicUrl)) reply.header(name, value);
      sendProblem(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (deps.onRoute !== undefined) app.addHook('onRoute', deps.onRoute);
  await registerOpenapi(app, links.publicUrl || '/', deps.releaseInfo?.version ?? 'unreleased');
  registerProblemDetails(app, sendProblem);
  registerAnswerHeaders(app, links);
  registerAuditTrail(app, deps.services.audit);
  registerCors(app, deps.corsOrigins ?? []);
  registerUnknownRoute(app);
  if (deps.rateLimits !== undefined) registerFailureLimit(app, deps.rateLimits);
  registerAuthenticate(app, {
    identity: deps.services.identity,
    ...(deps.tokens && { tokens: deps.tokens }),
  });
  if (deps.rateLimits !== undefined) registerRateLimit(app, deps.rateLimits);
  const permissions = registerAuthorize(app);
  registerAccept(app);
  registerIdempotencyKey(app);
  registerJsonBody(app);
  registerValidators(app);
  if (deps.logger !== false) registerRequestLog(app);
  app.setSerializerCompiler(() => JSON.stringify);

  const cursors = createCursorSealer(deps.cursorSecret);
  apiRoutes(app, { services: deps.services, links, cursors, permissions });
  return app;
};
