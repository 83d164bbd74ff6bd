import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { presentManagementCluster } from './presenter.ts';
import { ManagementClusterReply } from './schema.ts';

export const getManagementCluster: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/management-clusters/:id',
    config: { permission: 'fleet.read', entityTag: true },
    schema: {
      operationId: 'getManagementCluster',
      tags: ['Fleet'],
      summary: 'Read a management cluster',
      params: IdParams('managementCluster', 'Id of the management cluster.'),
      querystring: NoQuery,
      response: answers({
        200: jsonAnswer('The management cluster.', ManagementClusterReply, ['ETag']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const item = await services.fleet.getManagementCluster(request.params.id);
      return answerResource(request, reply, item, presentManagementCluster);
    },
  });
};
