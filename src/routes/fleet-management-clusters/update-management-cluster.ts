import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerChanged } from '../shared/resource-answers.ts';
import { presentManagementCluster } from './presenter.ts';
import { ManagementClusterReply, UpdateManagementClusterBody } from './schema.ts';

export const updateManagementCluster: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PATCH',
    url: '/v1/fleet/management-clusters/:id',
    config: { permission: 'fleet.write', entityTag: true },
    schema: {
      operationId: 'updateManagementCluster',
      tags: ['Fleet'],
      summary: 'Change a management cluster',
      description: 'Cordons it, or changes what is offered on it. Clusters that are there stay.',
      params: IdParams('managementCluster', 'Id of the management cluster.'),
      querystring: NoQuery,
      body: UpdateManagementClusterBody,
      response: answers({ 200: jsonAnswer('The management cluster.', ManagementClusterReply, ['ETag']) }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const context = fleetContext(request);
      const ifMatch = ifMatchOf(request);
      const cluster = await services.fleet.updateManagementCluster(context, id, request.body, ifMatch);
      return answerChanged(reply, cluster, presentManagementCluster);
    },
  });
};
