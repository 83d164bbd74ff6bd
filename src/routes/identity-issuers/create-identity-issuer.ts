import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { presentIdentityIssuer } from './presenter.ts';
import { CreateIdentityIssuerBody, IdentityIssuerReply, readTrust } from './schema.ts';

const path = '/v1/identity-issuers';

export const createIdentityIssuer: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'identityIssuers.create', errors: ['name-conflict', 'admission-refused'] },
    schema: {
      operationId: 'createIdentityIssuer',
      tags: ['Access'],
      summary: 'Trust an identity provider',
      description:
        'Its access tokens are accepted from then on, for the audiences that are named. Whom they speak for gets roles by role bindings and by rules over the claims.',
      querystring: NoQuery,
      body: CreateIdentityIssuerBody,
      response: answers({ 201: jsonAnswer('The issuer.', IdentityIssuerReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const { name, issuer, ...trust } = request.body;
      const context = tenantContext(request);
      const created = await deps.services.identityIssuers.createIdentityIssuer(context, {
        name,
        issuer,
        ...readTrust(trust),
      });
      return answerCreated(reply, deps, path, created, presentIdentityIssuer);
    },
  });
};
