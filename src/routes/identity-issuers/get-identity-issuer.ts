import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { presentIdentityIssuer } from './presenter.ts';
import { IdentityIssuerReply } from './schema.ts';

export const getIdentityIssuer: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/identity-issuers/:id',
    config: { permission: 'identityIssuers.read', entityTag: true },
    schema: {
      operationId: 'getIdentityIssuer',
      tags: ['Access'],
      summary: 'Read an identity provider',
      params: IdParams('identityIssuer', 'Id of the issuer.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The issuer.', IdentityIssuerReply, ['ETag']), 304: notModified }),
    },
    handler: async (request, reply) => {
      const item = await services.identityIssuers.getIdentityIssuer(tenantOf(request), request.params.id);
      return answerResource(request, reply, item, presentIdentityIssuer);
    },
  });
};
