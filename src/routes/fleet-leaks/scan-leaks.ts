import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { LeakScanRequestReply, ScanLeaksBody } from './schema.ts';

export const scanLeaks: RegisterRoute = (app, { services, links }) => {
  app.route({
    method: 'POST',
    url: '/v1/fleet/leaks::scan',
    config: { permission: 'fleet.write', errors: ['admission-refused'] },
    schema: {
      operationId: 'scanLeaks',
      tags: ['Fleet'],
      summary: 'Look for leaks now',
      description:
        'Workers look within seconds; `summary.places.waiting` of the report tells when they have.',
      querystring: NoQuery,
      body: ScanLeaksBody,
      response: answers({
        202: jsonAnswer('The scans are due.', LeakScanRequestReply, ['Location', 'Idempotent-Replayed']),
      }),
    },
    handler: async (request, reply) => {
      const { requestedAt, places, replayed } = await services.leaks.scanLeaks(
        fleetContext(request),
        request.body.places,
      );
      if (replayed) reply.header('Idempotent-Replayed', 'true');
      reply.code(202).header('Location', links.to('/v1/fleet/leaks'));
      return { requestedAt, places };
    },
  });
};
