import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentListedCredential } from './presenter.ts';
import { CredentialReply } from './schema.ts';

const path = '/v1/credentials';

export const listCredentials: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'credentials.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listCredentials',
      tags: ['Credentials'],
      summary: 'List credentials',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of credentials.', ListReply('CredentialList', CredentialReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const scope = { tenantId, path, query: request.query };
      const page = await deps.services.credentials.listCredentials(tenantId, readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentListedCredential);
    },
  });
};
