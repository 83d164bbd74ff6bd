import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { answerPage, ListQuery, readPage } from '../shared/list.ts';
import { presentLeak } from './presenter.ts';
import { LeakFilters, LeakListReply } from './schema.ts';

const path = '/v1/fleet/leaks';

export const listLeaks: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'fleet.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listLeaks',
      tags: ['Fleet'],
      summary: 'List what is out of place',
      description:
        'Things in clouds and on management clusters that no living cluster needs, and recorded things that are not there, as the last scans found them. Places whose scan failed show what was known before.',
      querystring: ListQuery(LeakFilters),
      response: answers({ 200: jsonAnswer('A page of the report.', LeakListReply, ['Link']) }),
    },
    handler: async (request, reply) => {
      const scope = { tenantId: '', path, query: request.query };
      const { place, type, verdict } = request.query;
      const filter = {
        ...(place === undefined ? {} : { place }),
        ...(type === undefined ? {} : { type }),
        ...(verdict === undefined ? {} : { verdict }),
      };
      const report = await deps.services.leaks.listLeaks(readPage(deps, scope), filter);
      return { ...answerPage(reply, deps, scope, report, presentLeak), summary: report.summary };
    },
  });
};
