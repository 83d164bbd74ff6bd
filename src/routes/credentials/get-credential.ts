import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { presentCredential } from './presenter.ts';
import { CredentialReply } from './schema.ts';

export const getCredential: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/credentials/:id',
    config: { permission: 'credentials.read', entityTag: true },
    schema: {
      operationId: 'getCredential',
      tags: ['Credentials'],
      summary: 'Read a credential',
      params: IdParams('credential', 'Id of the credential.'),
      querystring: NoQuery,
      response: answers({
        200: jsonAnswer('The credential, without its value.', CredentialReply, ['ETag']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const item = await services.credentials.getCredential(tenantOf(request), request.params.id);
      return answerResource(request, reply, item, presentCredential);
    },
  });
};
