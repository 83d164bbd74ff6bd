import type { BerthApp } from './http-app.ts';

/** One line a request at `info`; ids are fields, nothing of the body, the query or the headers is in it. */
export const registerRequestLog = (app: BerthApp): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { id } = (request.params ?? {}) as { id?: unknown };
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        operation: (request.routeOptions.schema as { operationId?: string } | undefined)?.operationId,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        tenantId: request.principal?.tenantId,
        principal: request.principal?.id,
        resourceId: typeof id === 'string' ? id : undefined,
      },
      'request',
    );
    done();
  });
};
