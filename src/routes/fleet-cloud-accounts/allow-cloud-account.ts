import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentCloudAccount } from './presenter.ts';
import { AllowCloudAccountBody, CloudAccountParams, CloudAccountReply } from './schema.ts';

export const allowCloudAccount: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'PUT',
    url: '/v1/fleet/cloud-accounts/:platform/:account',
    config: { permission: 'fleet.write', errors: ['admission-refused'] },
    schema: {
      operationId: 'allowCloudAccount',
      tags: ['Fleet'],
      summary: 'Let tenants use an account in a cloud',
      description:
        'An account of AWS belongs to the tenant that registers it first and proves to have it; others may use it only by this. A namespace of the management clusters belongs to nobody: who is to name it is listed here.',
      params: CloudAccountParams,
      querystring: NoQuery,
      body: AllowCloudAccountBody,
      response: answers({ 200: jsonAnswer('The account.', CloudAccountReply) }),
    },
    handler: async (request) => {
      const { allowedTenantIds } = request.body;
      const context = fleetContext(request);
      return presentCloudAccount(
        await services.fleet.allowCloudAccount(context, request.params, allowedTenantIds),
      );
    },
  });
};
