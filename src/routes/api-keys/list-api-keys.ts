import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentApiKey } from './presenter.ts';
import { ApiKeyReply } from './schema.ts';

const path = '/v1/api-keys';

export const listApiKeys: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'apiKeys.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listApiKeys',
      tags: ['Access'],
      summary: 'List keys',
      description: 'Revoked ones are not shown.',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of keys.', ListReply('ApiKeyList', ApiKeyReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const scope = { tenantId, path, query: request.query };
      const page = await deps.services.apiKeys.listApiKeys(tenantId, readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentApiKey);
    },
  });
};
