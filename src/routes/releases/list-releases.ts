import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentRelease } from './presenter.ts';
import { ReleaseListReply } from './schema.ts';

export const listReleases: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/versions',
    config: { permission: 'catalogue.read' },
    schema: {
      operationId: 'listReleases',
      tags: ['Catalogue'],
      summary: 'List versions',
      description: 'The releases that clusters can have, with the channels that offer them.',
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The releases.', ReleaseListReply) }),
    },
    handler: async () => ({ items: (await services.catalogue.listReleases()).map(presentRelease) }),
  });
};
