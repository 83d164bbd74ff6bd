import { Type } from 'typebox';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, ListReply, readPage } from '../shared/list.ts';
import { presentLeakScan } from './presenter.ts';
import { LeakScanReply, Place } from './schema.ts';

const path = '/v1/fleet/leak-scans';

export const listLeakScans: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listLeakScans',
      tags: ['Fleet'],
      summary: 'List scans for leaks',
      description: 'Kept for seven days.',
      querystring: ListQuery({ place: Type.Optional(Place) }),
      response: answers({
        200: jsonAnswer('A page of scans.', ListReply('LeakScanList', LeakScanReply), ['Link']),
      }),
    },
    handler: async (request, reply) => {
      const scope = { tenantId: '', path, query: request.query };
      const page = await deps.services.leaks.listLeakScans(readPage(deps, scope), request.query.place);
      return answerPage(reply, deps, scope, page, presentLeakScan);
    },
  });
};
