import { Type } from 'typebox';
import { setupFormats } from '../../domain/credential/setup/setup.ts';
import { chooseType } from '../../plugins/accept.ts';
import { tenantOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, headersOf } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { ReplyText } from '../shared/reply-fields.ts';
import { Word } from '../shared/text.ts';
import { SetupReply } from './schema.ts';

const produces = ['application/json', 'text/plain'];

export const getCredentialSetup: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/credentials/:id/setup',
    config: { permission: 'credentials.read', produces },
    schema: {
      operationId: 'getCredentialSetup',
      tags: ['Credentials'],
      summary: 'Get what sets up the trust of a credential',
      description:
        'A text for the account of the customer, with role, trust and permissions: awsRole as cloudformation or terraform, azureFederated as bicep, terraform or azureCli, gcpWorkloadIdentity as terraform.',
      params: IdParams('credential', 'Id of the credential.'),
      querystring: Type.Object(
        {
          format: Type.Optional(
            Word(setupFormats, 'What the text is to be; the first of its kind when absent.'),
          ),
        },
        { additionalProperties: false },
      ),
      response: answers({
        200: {
          description: 'The text, as JSON with a name for it or by itself, by the Accept field.',
          headers: headersOf([]),
          content: {
            'application/json': { schema: SetupReply },
            'text/plain': { schema: ReplyText(131_072, 'The text.') },
          },
        },
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const setup = await services.credentials.getCredentialSetup(
        tenantOf(request),
        id,
        request.query.format,
      );
      reply.header('Vary', 'Accept');
      if (chooseType(request.headers.accept, produces) === 'text/plain')
        return reply.type('text/plain; charset=utf-8').send(setup.text);
      return { format: setup.format, fileName: setup.fileName, text: setup.text };
    },
  });
};
