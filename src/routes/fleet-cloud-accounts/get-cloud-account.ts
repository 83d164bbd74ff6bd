import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentCloudAccount } from './presenter.ts';
import { CloudAccountParams, CloudAccountReply } from './schema.ts';

export const getCloudAccount: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/fleet/cloud-accounts/:platform/:account',
    config: { permission: 'fleet.read' },
    schema: {
      operationId: 'getCloudAccount',
      tags: ['Fleet'],
      summary: 'Read who may use an account in a cloud',
      params: CloudAccountParams,
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The account.', CloudAccountReply) }),
    },
    handler: async (request) => presentCloudAccount(await services.fleet.getCloudAccount(request.params)),
  });
};
