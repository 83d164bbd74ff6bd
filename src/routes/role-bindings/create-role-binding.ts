import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { presentRoleBinding, withVersion } from './presenter.ts';
import { CreateRoleBindingBody, RoleBindingReply } from './schema.ts';

const path = '/v1/role-bindings';

export const createRoleBinding: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'roleBindings.create', errors: ['name-conflict', 'admission-refused'] },
    schema: {
      operationId: 'createRoleBinding',
      tags: ['Access'],
      summary: 'Give somebody a role',
      description: 'Nobody gives a role that they do not have themselves.',
      querystring: NoQuery,
      body: CreateRoleBindingBody,
      response: answers({ 201: jsonAnswer('The binding.', RoleBindingReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const context = tenantContext(request);
      const created = await deps.services.roleBindings.createRoleBinding(context, request.body);
      return answerCreated(
        reply,
        deps,
        path,
        { ...created, resource: withVersion(created.resource) },
        presentRoleBinding,
      );
    },
  });
};
