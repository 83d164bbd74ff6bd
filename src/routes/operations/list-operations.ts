import { Type } from 'typebox';
import { operationStates } from '../../domain/operation/operation.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { Id, Text, Word } from '../shared/text.ts';
import { presentOperation } from './presenter.ts';
import { OperationReply } from './schema.ts';

const path = '/v1/operations';

const TargetId = Text('^(cl|np)_[0-7][0-9a-hjkmnp-tv-z]{25}$', {
  maxLength: 29,
  hint: 'the id of a cluster or node pool',
  description: 'Only operations on this resource.',
});

export const listOperations: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'operations.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listOperations',
      tags: ['Operations'],
      summary: 'List operations',
      querystring: ListQuery({
        targetId: Type.Optional(TargetId),
        clusterId: Type.Optional(Id('cluster', 'Only operations on this cluster and its node pools.')),
        state: Type.Optional(Word(operationStates, 'Only operations in this state.')),
      }),
      response: answers({
        200: jsonAnswer('A page of operations.', ListReply('OperationList', OperationReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenant = tenantScopeOf(request);
      const { targetId, clusterId, state } = request.query;
      const scope = { ...tenant, path, query: request.query };
      const filter = { targetId, clusterId, state };
      const page = await deps.services.operations.listOperations(tenant, readPage(deps, scope), filter);
      return answerPage(reply, deps, scope, page, presentOperation);
    },
  });
};
