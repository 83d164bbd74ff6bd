import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply } from './schema.ts';

export const deleteCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'DELETE',
    url: '/v1/clusters/:id',
    config: { permission: 'clusters.delete', entityTag: true, errors: ['deletion-protected'] },
    schema: {
      operationId: 'deleteCluster',
      tags: ['Clusters'],
      summary: 'Delete a cluster',
      description:
        'Deletes the cluster with its node pools. Again while it is being deleted: the same operation. The name is free when everything is gone.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: WaitQuery,
      response: answers({
        202: jsonAnswer(
          'Accepted: the operation and the cluster as it was last seen.',
          AcceptedClusterReply,
          acceptedHeaders,
        ),
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const context = tenantContext(request);
      const accepted = await deps.services.clusters.deleteCluster(context, id, ifMatchOf(request));
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
