import { Type } from 'typebox';
import { clusterPhases } from '../../domain/cluster/cluster.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { LabelParameter, labelsIn } from '../shared/label-query.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { ClusterName } from '../shared/names.ts';
import { Id, Word } from '../shared/text.ts';
import { presentCluster } from './presenter.ts';
import { ClusterReply } from './schema.ts';

const path = '/v1/clusters';

export const listClusters: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'clusters.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listClusters',
      tags: ['Clusters'],
      summary: 'List clusters',
      querystring: ListQuery({
        name: Type.Optional(ClusterName),
        projectId: Type.Optional(Id('project', 'Only clusters of this project.')),
        phase: Type.Optional(Word(clusterPhases, 'Only clusters in this phase.')),
        label: Type.Optional(LabelParameter),
      }),
      response: answers({
        200: jsonAnswer('A page of clusters.', ListReply('ClusterList', ClusterReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenant = tenantScopeOf(request);
      const { name, projectId, phase, label } = request.query;
      const scope = { ...tenant, path, query: request.query };
      const filter = { name, projectId, phase, labels: labelsIn(label) };
      const page = await deps.services.clusters.listClusters(tenant, readPage(deps, scope), filter);
      return answerPage(reply, deps, scope, page, presentCluster);
    },
  });
};
