import { tenantContext } from '../../plugins/request-context.ts';
import { malformedRequest } from '../../plugins/request-problem.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerCreated } from '../shared/resource-answers.ts';
import { checkDockerConfig } from './docker-config.ts';
import { presentCredential } from './presenter.ts';
import { CreateCredentialBody, CredentialReply } from './schema.ts';

const path = '/v1/credentials';

export const createCredential: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'credentials.create', errors: ['name-conflict'] },
    schema: {
      operationId: 'createCredential',
      tags: ['Credentials'],
      summary: 'Store a credential',
      description: 'The value is encrypted and never read back.',
      querystring: NoQuery,
      body: CreateCredentialBody,
      response: answers({
        201: jsonAnswer('The credential, without its value.', CredentialReply, createdHeaders),
      }),
    },
    handler: async (request, reply) => {
      const problems = checkDockerConfig(request.body.value);
      if (problems.length > 0) throw malformedRequest('The value is not a pull secret.', problems);
      const { name, kind, value } = request.body;
      const created = await deps.services.credentials.createCredential(tenantContext(request), {
        name,
        kind,
        value,
      });
      return answerCreated(reply, deps, path, created, presentCredential);
    },
  });
};
