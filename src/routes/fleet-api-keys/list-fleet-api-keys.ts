import { presentApiKey } from '../api-keys/presenter.ts';
import { ApiKeyReply } from '../api-keys/schema.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';

const path = '/v1/fleet/api-keys';

export const listFleetApiKeys: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listFleetApiKeys',
      tags: ['Fleet'],
      summary: 'List keys of the fleet',
      description: 'Revoked ones are not shown.',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of keys.', ListReply('FleetApiKeyList', ApiKeyReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = '';
      const scope = { tenantId, path, query: request.query };
      const page = await deps.services.apiKeys.listApiKeys(tenantId, readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentApiKey);
    },
  });
};
