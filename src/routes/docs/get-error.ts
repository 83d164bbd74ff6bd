import { Type } from 'typebox';
import { BerthError } from '../../domain/shared/error.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, pageAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { Text } from '../shared/text.ts';
import { isErrorCode, renderErrorPage } from './error-pages.ts';
import { pageHeaders } from './html.ts';

const ErrorParams = Type.Object(
  {
    code: Text('^[a-z][a-z-]*$', { maxLength: 64, hint: 'an error code', description: 'Code of the error.' }),
  },
  { additionalProperties: false },
);

export const getError: RegisterRoute = (app) => {
  app.route({
    method: 'GET',
    url: '/docs/errors/:code',
    config: { permission: 'none', produces: ['text/html'] },
    schema: {
      operationId: 'getError',
      tags: ['Documentation'],
      summary: 'Read what an error means',
      params: ErrorParams,
      querystring: NoQuery,
      response: answers({ 200: pageAnswer('The page of an error code.') }),
    },
    handler: async (request, reply) => {
      const { code } = request.params;
      if (!isErrorCode(code)) throw new BerthError('not-found', 'There is no such error code.');
      reply.type('text/html; charset=utf-8').headers(pageHeaders);
      return renderErrorPage(code);
    },
  });
};
