import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import { createChecker } from '../../plugins/validators.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply, ClusterAsWritten, UpdateClusterBody } from './schema.ts';

export const updateCluster: RegisterRoute = (app, deps) => {
  const validate = createChecker(ClusterAsWritten);
  app.route({
    method: 'PATCH',
    url: '/v1/clusters/:id',
    config: {
      permission: 'clusters.update',
      entityTag: true,
      errors: ['resource-deleting', 'admission-refused', 'quota-exceeded'],
    },
    schema: {
      operationId: 'updateCluster',
      tags: ['Clusters'],
      summary: 'Change a cluster',
      description:
        'JSON Merge Patch of `labels` and `spec`. Taken in every state but deletion; the newest generation wins.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: WaitQuery,
      body: UpdateClusterBody,
      response: answers({
        202: jsonAnswer('Accepted: the operation and the cluster.', AcceptedClusterReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const change = { patch: request.body, ifMatch: ifMatchOf(request), validate };
      const { id } = request.params;
      const accepted = await deps.services.clusters.updateCluster(tenantContext(request), id, change);
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
