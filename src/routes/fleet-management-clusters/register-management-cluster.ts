import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { presentManagementCluster } from './presenter.ts';
import { ManagementClusterReply, RegisterManagementClusterBody } from './schema.ts';

const path = '/v1/fleet/management-clusters';

export const registerManagementCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'fleet.write', errors: ['name-conflict'] },
    schema: {
      operationId: 'registerManagementCluster',
      tags: ['Fleet'],
      summary: 'Register a management cluster',
      description: 'Clusters are placed on it as soon as the workers have reached it.',
      querystring: NoQuery,
      body: RegisterManagementClusterBody,
      response: answers({
        201: jsonAnswer('The management cluster.', ManagementClusterReply, createdHeaders),
      }),
    },
    handler: async (request, reply) => {
      const { labels = {}, ...rest } = request.body;
      const cluster = { labels, ...rest };
      const created = await deps.services.fleet.registerManagementCluster(fleetContext(request), cluster);
      return answerCreated(reply, deps, path, created, presentManagementCluster);
    },
  });
};
