import { Type } from 'typebox';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { Word } from '../shared/text.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { ClusterPlanReply } from './plan-schema.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply, CreateClusterBody } from './schema.ts';

const CreateClusterQuery = Type.Object(
  {
    ...WaitQuery.properties,
    dryRun: Type.Optional(
      Word(
        ['true', 'false'],
        'true: nothing is stored; the answer is a plan with every problem, what would be made, and the quotas.',
      ),
    ),
  },
  { additionalProperties: false },
);

export const createCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: '/v1/clusters',
    config: {
      permission: 'clusters.create',
      errors: ['name-conflict', 'admission-refused', 'quota-exceeded'],
    },
    schema: {
      operationId: 'createCluster',
      tags: ['Clusters'],
      summary: 'Create a cluster',
      description:
        'Stores the cluster and its node pools and answers at once; workers bring them about. Follow the operation, or wait.',
      querystring: CreateClusterQuery,
      body: CreateClusterBody,
      response: answers({
        200: jsonAnswer('The plan, with `dryRun=true`.', ClusterPlanReply),
        202: jsonAnswer('Accepted: the operation and the cluster.', AcceptedClusterReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const { name, projectId, labels = {} } = request.body;
      const { nodePools = [], ...spec } = request.body.spec;
      const cluster = { name, projectId, labels, spec, nodePools };
      if (request.query.dryRun === 'true')
        return deps.services.clusters.planCluster(tenantContext(request), cluster, request.signal);
      const accepted = await deps.services.clusters.createCluster(tenantContext(request), cluster);
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
