import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { presentCredential } from './presenter.ts';
import { CreateCredentialBody, CredentialReply } from './schema.ts';

const path = '/v1/credentials';

export const createCredential: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'credentials.create', errors: ['name-conflict', 'admission-refused'] },
    schema: {
      operationId: 'createCredential',
      tags: ['Credentials'],
      summary: 'Store a credential',
      description:
        'A value is encrypted and never read back. A kind without one is tried on its account soon afterwards; `status` tells.',
      querystring: NoQuery,
      body: CreateCredentialBody,
      response: answers({
        201: jsonAnswer('The credential, without its value.', CredentialReply, createdHeaders),
      }),
    },
    handler: async (request, reply) => {
      const created = await deps.services.credentials.createCredential(tenantContext(request), request.body);
      return answerCreated(reply, deps, path, created, presentCredential);
    },
  });
};
