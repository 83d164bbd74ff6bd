import { apiKeyVersion, presentApiKey } from '../api-keys/presenter.ts';
import { ApiKeyReply } from '../api-keys/schema.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';

export const getFleetApiKey: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/api-keys/:id',
    config: { permission: 'fleet.read', entityTag: true },
    schema: {
      operationId: 'getFleetApiKey',
      tags: ['Fleet'],
      summary: 'Read a key of the fleet',
      params: IdParams('apiKey', 'Id of the key.'),
      querystring: NoQuery,
      response: answers({
        200: jsonAnswer('The key, without its text.', ApiKeyReply, ['ETag']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const key = await services.apiKeys.getApiKey('', request.params.id);
      return answerResource(request, reply, { ...key, ...apiKeyVersion }, presentApiKey);
    },
  });
};
