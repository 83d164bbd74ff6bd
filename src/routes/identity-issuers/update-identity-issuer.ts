import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerChanged } from '../shared/resource-answers.ts';
import { presentIdentityIssuer } from './presenter.ts';
import { IdentityIssuerReply, readTrust, UpdateIdentityIssuerBody } from './schema.ts';

export const updateIdentityIssuer: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/identity-issuers/:id',
    config: { permission: 'identityIssuers.update', entityTag: true, errors: ['admission-refused'] },
    schema: {
      operationId: 'updateIdentityIssuer',
      tags: ['Access'],
      summary: 'Change what is trusted of an identity provider',
      params: IdParams('identityIssuer', 'Id of the issuer.'),
      querystring: NoQuery,
      body: UpdateIdentityIssuerBody,
      response: answers({ 200: jsonAnswer('The issuer.', IdentityIssuerReply, ['ETag']) }),
    },
    handler: async (request, reply) => {
      const context = tenantContext(request);
      const { id } = request.params;
      const trust = readTrust(request.body);
      const issuer = await services.identityIssuers.updateIdentityIssuer(
        context,
        id,
        trust,
        ifMatchOf(request),
      );
      return answerChanged(reply, issuer, presentIdentityIssuer);
    },
  });
};
