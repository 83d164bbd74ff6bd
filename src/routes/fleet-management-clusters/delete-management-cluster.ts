import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteManagementCluster: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/fleet/management-clusters/:id',
    config: { permission: 'fleet.write', entityTag: true, errors: ['resource-in-use'] },
    schema: {
      operationId: 'deleteManagementCluster',
      tags: ['Fleet'],
      summary: 'Forget a management cluster',
      description: 'Refused while clusters are placed on it.',
      params: IdParams('managementCluster', 'Id of the management cluster.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is gone.') }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await services.fleet.deleteManagementCluster(fleetContext(request), id, ifMatchOf(request));
      return reply.code(204).send();
    },
  });
};
