import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentQuota } from './presenter.ts';
import { QuotaReply } from './schema.ts';

export const getTenantQuota: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/tenants/:id/quotas',
    config: { permission: 'fleet.read' },
    schema: {
      operationId: 'getTenantQuota',
      tags: ['Fleet'],
      summary: 'Read the limits of a tenant',
      params: IdParams('tenant', 'Id of the tenant.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The quota.', QuotaReply) }),
    },
    handler: async (request) => presentQuota(await services.quotas.getTenantQuota(request.params.id)),
  });
};
