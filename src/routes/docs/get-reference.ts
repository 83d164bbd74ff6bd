import type { RegisterRoute } from '../route-deps.ts';
import { answers, pageAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { pageHeaders } from './html.ts';
import { type ReferenceDocument, renderReference } from './reference-page.ts';

export const getReference: RegisterRoute = (app) => {
  let page: string | undefined;
  app.route({
    method: 'GET',
    url: '/docs',
    config: { permission: 'none', produces: ['text/html'] },
    schema: {
      operationId: 'getReference',
      tags: ['Documentation'],
      summary: 'Read the reference',
      querystring: NoQuery,
      response: answers({ 200: pageAnswer('The reference page.') }),
    },
    handler: async (_request, reply) => {
      reply.type('text/html; charset=utf-8').headers(pageHeaders);
      page ??= renderReference(app.swagger() as ReferenceDocument);
      return page;
    },
  });
};
