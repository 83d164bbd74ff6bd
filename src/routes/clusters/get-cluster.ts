import { Type } from 'typebox';
import { entityTagOf, matchesNone } from '../../plugins/entity-tag.ts';
import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer, jsonAnswer } from '../shared/answers.ts';
import { Id, Word } from '../shared/text.ts';
import { WaitParameter } from '../shared/wait-query.ts';
import { presentCluster } from './presenter.ts';
import { ClusterReply } from './schema.ts';
import { waitForCluster } from './wait-for-cluster.ts';

export const getCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: '/v1/clusters/:id',
    config: { permission: 'clusters.read', entityTag: true },
    schema: {
      operationId: 'getCluster',
      tags: ['Clusters'],
      summary: 'Read a cluster',
      params: Type.Object({ id: Id('cluster', 'Id of the cluster.') }, { additionalProperties: false }),
      querystring: Type.Object(
        {
          wait: Type.Optional(WaitParameter),
          waitFor: Type.Optional(
            Word(
              ['ready'],
              'With `wait`: holds the answer until this phase, not only until the current operation ends.',
            ),
          ),
        },
        { additionalProperties: false },
      ),
      response: answers({
        200: jsonAnswer('The cluster.', ClusterReply, ['ETag']),
        304: emptyAnswer('Not changed since the given entity tag.'),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const found = await deps.services.clusters.getCluster(tenantId, request.params.id);
      const cluster = await waitForCluster(request, deps, found, request.query.waitFor);
      const tag = entityTagOf(cluster);
      reply.header('ETag', tag);
      if (!matchesNone(request, tag)) return reply.code(304).send();
      return presentCluster(cluster);
    },
  });
};
