import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { presentQuota } from './presenter.ts';
import { QuotaReply, UsageQuery } from './schema.ts';

export const getUsage: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/usage',
    config: { permission: 'quotas.read', errors: ['not-found'] },
    schema: {
      operationId: 'getUsage',
      tags: ['Quotas'],
      summary: 'Read what is used',
      description: 'Counted at the moment of the request, whether there are limits or not.',
      querystring: UsageQuery,
      response: answers({ 200: jsonAnswer('What is used, and the limits.', QuotaReply) }),
    },
    handler: async (request) =>
      presentQuota(await services.quotas.getQuota(tenantOf(request), request.query.projectId)),
  });
};
