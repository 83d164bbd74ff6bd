import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteIdentityIssuer: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/identity-issuers/:id',
    config: { permission: 'identityIssuers.delete', entityTag: true },
    schema: {
      operationId: 'deleteIdentityIssuer',
      tags: ['Access'],
      summary: 'Trust an identity provider no more',
      description: 'Its tokens are refused by every process within 5 seconds. Its role bindings go with it.',
      params: IdParams('identityIssuer', 'Id of the issuer.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is gone.') }),
    },
    handler: async (request, reply) => {
      await services.identityIssuers.deleteIdentityIssuer(
        tenantContext(request),
        request.params.id,
        ifMatchOf(request),
      );
      return reply.code(204).send();
    },
  });
};
