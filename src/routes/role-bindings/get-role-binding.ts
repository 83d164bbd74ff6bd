import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { presentRoleBinding, withVersion } from './presenter.ts';
import { RoleBindingReply } from './schema.ts';

export const getRoleBinding: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/role-bindings/:id',
    config: { permission: 'roleBindings.read', entityTag: true },
    schema: {
      operationId: 'getRoleBinding',
      tags: ['Access'],
      summary: 'Read a role binding',
      params: IdParams('roleBinding', 'Id of the binding.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The binding.', RoleBindingReply, ['ETag']), 304: notModified }),
    },
    handler: async (request, reply) => {
      const item = await services.roleBindings.getRoleBinding(tenantOf(request), request.params.id);
      return answerResource(request, reply, withVersion(item), presentRoleBinding);
    },
  });
};
