import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentRelease } from './presenter.ts';
import { PutReleaseBody, ReleaseParams, ReleaseReply } from './schema.ts';

export const putRelease: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/fleet/versions/:version',
    config: { permission: 'fleet.write' },
    schema: {
      operationId: 'putRelease',
      tags: ['Fleet'],
      summary: 'Put a version into the catalogue',
      description:
        'Adds the release or replaces what the catalogue says of it. Clusters keep the image they have.',
      params: ReleaseParams,
      querystring: NoQuery,
      body: PutReleaseBody,
      response: answers({ 200: jsonAnswer('The release.', ReleaseReply) }),
    },
    handler: async (request) => {
      const release = { version: request.params.version, ...request.body };
      return presentRelease(await services.catalogue.putRelease(fleetContext(request), release));
    },
  });
};
