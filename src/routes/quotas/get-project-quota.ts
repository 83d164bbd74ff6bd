import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentQuota } from './presenter.ts';
import { QuotaReply } from './schema.ts';

export const getProjectQuota: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/projects/:id/quotas',
    config: { permission: 'quotas.read' },
    schema: {
      operationId: 'getProjectQuota',
      tags: ['Quotas'],
      summary: 'Read the limits of a project',
      params: IdParams('project', 'Id of the project.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The quota.', QuotaReply) }),
    },
    handler: async (request) =>
      presentQuota(await services.quotas.getQuota(tenantOf(request), request.params.id)),
  });
};
