import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerChanged } from '../shared/resource-answers.ts';
import { presentCredential } from './presenter.ts';
import { CredentialReply } from './schema.ts';

export const verifyCredential: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'POST',
    url: '/v1/credentials/:id/verify',
    config: { permission: 'credentials.update', rateCost: 10 },
    schema: {
      operationId: 'verifyCredential',
      tags: ['Credentials'],
      summary: 'Try a credential on its account',
      description:
        'Held until a worker has tried it, at most 30 seconds. `status` then tells what is missing, permission by permission. 503 when no worker or the cloud answers in time: nothing is changed then.',
      params: IdParams('credential', 'Id of the credential.'),
      querystring: NoQuery,
      response: answers({
        200: jsonAnswer('The credential with what was found.', CredentialReply, ['ETag']),
      }),
    },
    handler: async (request, reply) => {
      const context = tenantContext(request);
      const tried = await services.credentials.verifyCredential(context, request.params.id, request.signal);
      return answerChanged(reply, tried, presentCredential);
    },
  });
};
