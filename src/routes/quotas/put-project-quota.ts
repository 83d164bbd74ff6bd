import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentQuota } from './presenter.ts';
import { PutProjectQuotaBody, QuotaReply } from './schema.ts';

export const putProjectQuota: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/projects/:id/quotas',
    config: { permission: 'quotas.update' },
    schema: {
      operationId: 'putProjectQuota',
      tags: ['Quotas'],
      summary: 'Set the limits of a project',
      description:
        "Sets all of them: what is absent has none. The tenant's own limits hold as well. Limits below what is used are taken: nothing more is made until enough is gone.",
      params: IdParams('project', 'Id of the project.'),
      querystring: NoQuery,
      body: PutProjectQuotaBody,
      response: answers({ 200: jsonAnswer('The quota.', QuotaReply) }),
    },
    handler: async (request) => {
      const { limits } = request.body;
      return presentQuota(
        await services.quotas.putProjectQuota(tenantContext(request), request.params.id, limits),
      );
    },
  });
};
