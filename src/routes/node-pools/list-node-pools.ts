import { Type } from 'typebox';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { NodePoolName } from '../shared/names.ts';
import { Id } from '../shared/text.ts';
import { presentNodePool } from './presenter.ts';
import { NodePoolReply } from './schema.ts';

const path = '/v1/node-pools';

export const listNodePools: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'nodePools.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listNodePools',
      tags: ['Node pools'],
      summary: 'List node pools',
      querystring: ListQuery({
        clusterId: Type.Optional(Id('cluster', 'Only pools of this cluster.')),
        name: Type.Optional(NodePoolName),
      }),
      response: answers({
        200: jsonAnswer('A page of node pools.', ListReply('NodePoolList', NodePoolReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenant = tenantScopeOf(request);
      const { clusterId, name } = request.query;
      const scope = { ...tenant, path, query: request.query };
      const page = await deps.services.nodePools.listNodePools(tenant, readPage(deps, scope), {
        clusterId,
        name,
      });
      return answerPage(reply, deps, scope, page, presentNodePool);
    },
  });
};
