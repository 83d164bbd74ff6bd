import { Type } from 'typebox';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';

const DocumentReply = Type.Object({}, { title: 'OpenapiDocument', additionalProperties: true });

export const getOpenapi: RegisterRoute = (app) => {
  let text: string | undefined;
  app.route({
    method: 'GET',
    url: '/openapi.json',
    config: { permission: 'none' },
    schema: {
      operationId: 'getOpenapi',
      tags: ['Documentation'],
      summary: 'Read the OpenAPI document',
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The OpenAPI 3.1 document.', DocumentReply) }),
    },
    handler: async (_request, reply) => {
      // The same for everybody and large: made once.
      text ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
};
