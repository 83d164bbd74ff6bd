import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentCleaning } from './presenter.ts';
import { LeakCleaningReply } from './schema.ts';

export const getLeakCleaning: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/leak-cleanings/:id',
    config: { permission: 'fleet.read' },
    schema: {
      operationId: 'getLeakCleaning',
      tags: ['Fleet'],
      summary: 'Read how far a removal of leaked things is',
      params: IdParams('leakCleaning', 'Id of the cleaning.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The cleaning.', LeakCleaningReply) }),
    },
    handler: async (request) => presentCleaning(await services.leaks.getLeakCleaning(request.params.id)),
  });
};
