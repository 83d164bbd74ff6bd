import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentTenant } from './presenter.ts';
import { TenantReply } from './schema.ts';

const path = '/v1/fleet/tenants';

export const listTenants: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listTenants',
      tags: ['Fleet'],
      summary: 'List tenants',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer('A page of tenants.', ListReply('TenantList', TenantReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const scope = { tenantId: '', path, query: request.query };
      const page = await deps.services.fleet.listTenants(readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentTenant);
    },
  });
};
