import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { answerShownApiKey } from './presenter.ts';
import { CreateApiKeyBody, ShownApiKeyReply } from './schema.ts';

const path = '/v1/api-keys';

export const createApiKey: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'apiKeys.create', errors: ['admission-refused', 'quota-exceeded'] },
    schema: {
      operationId: 'createApiKey',
      tags: ['Access'],
      summary: 'Create an API key',
      description:
        'The key is shown in this answer only; Berth keeps its hash. Nobody makes a key that may do more than they.',
      querystring: NoQuery,
      body: CreateApiKeyBody,
      response: answers({ 201: jsonAnswer('The key and its text.', ShownApiKeyReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const { description = '', ...rest } = request.body;
      const wish = { ...rest, description };
      const created = await deps.services.apiKeys.createApiKey(tenantContext(request), wish);
      return answerShownApiKey(reply, deps, path, created);
    },
  });
};
