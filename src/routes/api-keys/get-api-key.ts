import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { apiKeyVersion, presentApiKey } from './presenter.ts';
import { ApiKeyReply } from './schema.ts';

export const getApiKey: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/api-keys/:id',
    config: { permission: 'apiKeys.read', entityTag: true },
    schema: {
      operationId: 'getApiKey',
      tags: ['Access'],
      summary: 'Read an API key',
      params: IdParams('apiKey', 'Id of the key.'),
      querystring: NoQuery,
      response: answers({
        200: jsonAnswer('The key, without its text.', ApiKeyReply, ['ETag']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const key = await services.apiKeys.getApiKey(tenantOf(request), request.params.id);
      return answerResource(request, reply, { ...key, ...apiKeyVersion }, presentApiKey);
    },
  });
};
