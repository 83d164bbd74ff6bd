import { Type } from 'typebox';
import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { Id } from '../shared/text.ts';
import { presentRoleBinding } from './presenter.ts';
import { RoleBindingReply } from './schema.ts';

const path = '/v1/role-bindings';

export const listRoleBindings: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'roleBindings.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listRoleBindings',
      tags: ['Access'],
      summary: 'List role bindings',
      querystring: ListQuery({
        issuerId: Type.Optional(Id('identityIssuer', 'Only subjects of this issuer.')),
        projectId: Type.Optional(Id('project', 'Only roles in this project.')),
      }),
      response: answers({
        200: jsonAnswer('A page of them.', ListReply('RoleBindingList', RoleBindingReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const tenantId = tenantOf(request);
      const { issuerId, projectId } = request.query;
      const scope = { tenantId, path, query: request.query };
      const page = await deps.services.roleBindings.listRoleBindings(tenantId, readPage(deps, scope), {
        issuerId,
        projectId,
      });
      return answerPage(reply, deps, scope, page, presentRoleBinding);
    },
  });
};
