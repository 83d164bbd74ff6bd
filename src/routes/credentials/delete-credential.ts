import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteCredential: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/credentials/:id',
    config: { permission: 'credentials.delete', entityTag: true, errors: ['resource-in-use'] },
    schema: {
      operationId: 'deleteCredential',
      tags: ['Credentials'],
      summary: 'Delete a credential',
      description: 'Refused while a cluster uses it.',
      params: IdParams('credential', 'Id of the credential.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is gone.') }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await services.credentials.deleteCredential(tenantContext(request), id, ifMatchOf(request));
      return reply.code(204).send();
    },
  });
};
