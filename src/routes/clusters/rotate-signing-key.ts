import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply } from './schema.ts';

export const rotateSigningKey: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: '/v1/clusters/:id/rotate-signing-key',
    config: {
      permission: 'clusters.update',
      entityTag: true,
      errors: ['resource-deleting', 'admission-refused', 'quota-exceeded'],
    },
    schema: {
      operationId: 'rotateSigningKey',
      tags: ['Clusters'],
      summary: 'Replace the signing key of a cluster',
      description:
        'A new key is published, then it signs the tokens of service accounts. Tokens of the key before stay good for a time, a day unless the installation says otherwise. For clusters with managed infrastructure.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: WaitQuery,
      response: answers({
        202: jsonAnswer('Accepted: the operation and the cluster.', AcceptedClusterReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const context = tenantContext(request);
      const accepted = await deps.services.clusters.rotateSigningKey(context, id, ifMatchOf(request));
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
