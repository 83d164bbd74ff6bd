import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentTenant } from './presenter.ts';
import { TenantReply } from './schema.ts';

export const getTenant: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/tenants/:id',
    config: { permission: 'fleet.read' },
    schema: {
      operationId: 'getTenant',
      tags: ['Fleet'],
      summary: 'Read a tenant',
      params: IdParams('tenant', 'Id of the tenant.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The tenant.', TenantReply) }),
    },
    handler: async (request) => presentTenant(await services.fleet.getTenant(request.params.id)),
  });
};
