import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentCleaning, presentPlan } from './presenter.ts';
import { CleanLeaksBody, LeakCleaningReply } from './schema.ts';

export const cleanLeaks: RegisterRoute = (app, { services, links }) => {
  app.route({
    method: 'POST',
    url: '/v1/fleet/leaks::clean',
    config: { permission: 'fleet.write', errors: ['admission-refused'] },
    schema: {
      operationId: 'cleanLeaks',
      tags: ['Fleet'],
      summary: 'Remove leaked things',
      description:
        'Tells what would go, and removes it when `dryRun` is `false`. Each thing is looked at again right before, where it is and in the database; it goes only if it would be called leaked then.',
      querystring: NoQuery,
      body: CleanLeaksBody,
      response: answers({
        200: jsonAnswer('What would go.', LeakCleaningReply),
        202: jsonAnswer('The removal is under way.', LeakCleaningReply, ['Location', 'Idempotent-Replayed']),
      }),
    },
    handler: async (request, reply) => {
      const result = await services.leaks.cleanLeaks(fleetContext(request), request.body);
      if (result.kind === 'planned') return presentPlan(result);
      if (result.replayed) reply.header('Idempotent-Replayed', 'true');
      reply.code(202).header('Location', links.to(`/v1/fleet/leak-cleanings/${result.cleaning.id}`));
      return presentCleaning(result.cleaning, result.passedOver);
    },
  });
};
