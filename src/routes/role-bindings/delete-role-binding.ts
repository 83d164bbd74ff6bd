import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteRoleBinding: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/role-bindings/:id',
    config: { permission: 'roleBindings.delete', entityTag: true },
    schema: {
      operationId: 'deleteRoleBinding',
      tags: ['Access'],
      summary: 'Take a role away',
      description: 'It is gone for every process within 5 seconds.',
      params: IdParams('roleBinding', 'Id of the binding.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is gone.') }),
    },
    handler: async (request, reply) => {
      await services.roleBindings.deleteRoleBinding(
        tenantContext(request),
        request.params.id,
        ifMatchOf(request),
      );
      return reply.code(204).send();
    },
  });
};
