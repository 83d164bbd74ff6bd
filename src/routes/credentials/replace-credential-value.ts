import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerChanged } from '../shared/resource-answers.ts';
import { presentCredential } from './presenter.ts';
import { CredentialReply, ReplaceValueBody } from './schema.ts';

export const replaceCredentialValue: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/credentials/:id/value',
    config: { permission: 'credentials.update', entityTag: true, errors: ['admission-refused'] },
    schema: {
      operationId: 'replaceCredentialValue',
      tags: ['Credentials'],
      summary: 'Replace the value of a credential',
      description:
        'The clusters that use it get the new value at once; their machines follow as the operator does.',
      params: IdParams('credential', 'Id of the credential.'),
      querystring: NoQuery,
      body: ReplaceValueBody,
      response: answers({
        200: jsonAnswer('The credential, without its value.', CredentialReply, ['ETag']),
      }),
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const context = tenantContext(request);
      const changed = await services.credentials.replaceCredentialValue(
        context,
        params.id,
        body.value,
        ifMatchOf(request),
      );
      return answerChanged(reply, changed, presentCredential);
    },
  });
};
