import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply, CreateClusterBody } from './schema.ts';

export const createCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: '/v1/clusters',
    config: { permission: 'clusters.create', errors: ['name-conflict', 'admission-refused'] },
    schema: {
      operationId: 'createCluster',
      tags: ['Clusters'],
      summary: 'Create a cluster',
      description:
        'Stores the cluster and its node pools and answers at once; workers bring them about. Follow the operation, or wait.',
      querystring: WaitQuery,
      body: CreateClusterBody,
      response: answers({
        202: jsonAnswer('Accepted: the operation and the cluster.', AcceptedClusterReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const { name, projectId, labels = {} } = request.body;
      const { nodePools = [], ...spec } = request.body.spec;
      const cluster = { name, projectId, labels, spec, nodePools };
      const accepted = await deps.services.clusters.createCluster(tenantContext(request), cluster);
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
