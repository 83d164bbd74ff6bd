import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentManagementCluster } from './presenter.ts';
import { ManagementClusterReply } from './schema.ts';

const path = '/v1/fleet/management-clusters';

export const listManagementClusters: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listManagementClusters',
      tags: ['Fleet'],
      summary: 'List management clusters',
      querystring: ListQuery({}),
      response: answers({
        200: jsonAnswer(
          'A page of management clusters.',
          ListReply('ManagementClusterList', ManagementClusterReply),
          ['Link'],
        ),
      }),
    },
    handler: async (request, reply) => {
      const scope = { tenantId: '', path, query: request.query };
      const page = await deps.services.fleet.listManagementClusters(readPage(deps, scope));
      return answerPage(reply, deps, scope, page, presentManagementCluster);
    },
  });
};
