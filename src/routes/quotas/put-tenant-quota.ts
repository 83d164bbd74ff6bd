import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentQuota } from './presenter.ts';
import { PutTenantQuotaBody, QuotaReply } from './schema.ts';

export const putTenantQuota: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/fleet/tenants/:id/quotas',
    config: { permission: 'fleet.write' },
    schema: {
      operationId: 'putTenantQuota',
      tags: ['Fleet'],
      summary: 'Set the limits of a tenant',
      description:
        'Sets all of them: what is absent has none, also where the configuration has a default. Limits below what is used are taken: nothing more is made until enough is gone.',
      params: IdParams('tenant', 'Id of the tenant.'),
      querystring: NoQuery,
      body: PutTenantQuotaBody,
      response: answers({ 200: jsonAnswer('The quota.', QuotaReply) }),
    },
    handler: async (request) => {
      const { limits } = request.body;
      return presentQuota(
        await services.quotas.putTenantQuota(fleetContext(request), request.params.id, limits),
      );
    },
  });
};
