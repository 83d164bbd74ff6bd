import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentIdentityIssuer } from './presenter.ts';
import { IdentityIssuerReply } from './schema.ts';

const path = '/v1/identity-issuers';

export const listIdentityIssuers: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'identityIssuers.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listIdentityIssuers',
      tags: ['Access'],
      summary: 'List identity providers',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of them.', ListReply('IdentityIssuerList', IdentityIssuerReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const scope = { tenantId, path, query: request.query };
      const page = await deps.services.identityIssuers.listIdentityIssuers(tenantId, readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentIdentityIssuer);
    },
  });
};
