import type { RegisterRoute } from '../route-deps.ts';
import { answers, pageAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { renderErrorList } from './error-pages.ts';
import { pageHeaders } from './html.ts';

export const listErrors: RegisterRoute = (app) => {
  app.route({
    method: 'GET',
    url: '/docs/errors',
    config: { permission: 'none', produces: ['text/html'] },
    schema: {
      operationId: 'listErrors',
      tags: ['Documentation'],
      summary: 'List the errors',
      querystring: NoQuery,
      response: answers({ 200: pageAnswer('All error codes.') }),
    },
    handler: async (_request, reply) => {
      reply.type('text/html; charset=utf-8').headers(pageHeaders);
      return renderErrorList();
    },
  });
};
