import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, emptyAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';

export const deleteFleetApiKey: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'DELETE',
    url: '/v1/fleet/api-keys/:id',
    config: { permission: 'fleet.write', entityTag: true },
    schema: {
      operationId: 'deleteFleetApiKey',
      tags: ['Fleet'],
      summary: 'Revoke a key of the fleet',
      description: 'It is refused by every process within 5 seconds, for good.',
      params: IdParams('apiKey', 'Id of the key.'),
      querystring: NoQuery,
      response: answers({ 204: emptyAnswer('It is revoked.') }),
    },
    handler: async (request, reply) => {
      await services.apiKeys.deleteApiKey(fleetContext(request), request.params.id, ifMatchOf(request));
      return reply.code(204).send();
    },
  });
};
