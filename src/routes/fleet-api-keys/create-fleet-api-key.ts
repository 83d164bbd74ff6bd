import { fleetContext } from '../../plugins/request-context.ts';
import { answerShownApiKey } from '../api-keys/presenter.ts';
import { CreateFleetApiKeyBody, ShownApiKeyReply } from '../api-keys/schema.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';

const path = '/v1/fleet/api-keys';

export const createFleetApiKey: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'fleet.write', errors: ['admission-refused'] },
    schema: {
      operationId: 'createFleetApiKey',
      tags: ['Fleet'],
      summary: 'Create a key of the fleet',
      description:
        'The key is shown in this answer only; Berth keeps its hash. Nobody makes a key that may do more than they.',
      querystring: NoQuery,
      body: CreateFleetApiKeyBody,
      response: answers({ 201: jsonAnswer('The key and its text.', ShownApiKeyReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const { description = '', ...rest } = request.body;
      const wish = { ...rest, description };
      const created = await deps.services.apiKeys.createApiKey(fleetContext(request), wish);
      return answerShownApiKey(reply, deps, path, created);
    },
  });
};
