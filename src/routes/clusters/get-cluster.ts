import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { waitForResource } from '../shared/wait-for-resource.ts';
import { WaitForQuery } from '../shared/wait-query.ts';
import { presentCluster } from './presenter.ts';
import { ClusterReply } from './schema.ts';

export const getCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: '/v1/clusters/:id',
    config: { permission: 'clusters.read', entityTag: true },
    schema: {
      operationId: 'getCluster',
      tags: ['Clusters'],
      summary: 'Read a cluster',
      description:
        'A cluster that is being deleted is there, in phase `deleting`, until everything of it is gone.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: WaitForQuery,
      response: answers({
        200: jsonAnswer('The cluster.', ClusterReply, ['ETag', 'Preference-Applied']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const scope = tenantScopeOf(request);
      const { id } = request.params;
      const read = () => deps.services.clusters.getCluster(scope, id);
      const cluster = await waitForResource(request, reply, deps, request.query.waitFor, read);
      return answerResource(request, reply, cluster, presentCluster);
    },
  });
};
