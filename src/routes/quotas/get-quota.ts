import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentQuota } from './presenter.ts';
import { QuotaReply } from './schema.ts';

export const getQuota: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/quotas',
    config: { permission: 'quotas.read' },
    schema: {
      operationId: 'getQuota',
      tags: ['Quotas'],
      summary: 'Read the limits of the tenant',
      description: 'The limits that the fleet operator has set, what is used of them and what is left.',
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The quota.', QuotaReply) }),
    },
    handler: async (request) => presentQuota(await services.quotas.getQuota(tenantOf(request))),
  });
};
