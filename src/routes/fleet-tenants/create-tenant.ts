import { fleetContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { presentCreatedKey, presentTenant } from './presenter.ts';
import { CreatedTenantReply, CreateTenantBody } from './schema.ts';

const path = '/v1/fleet/tenants';

export const createTenant: RegisterRoute = (app, { services, links }) => {
  app.route({
    method: 'POST',
    url: path,
    config: { permission: 'fleet.write', errors: ['name-conflict'] },
    schema: {
      operationId: 'createTenant',
      tags: ['Fleet'],
      summary: 'Create a tenant',
      description:
        'Makes the tenant, its project `default` and a key with the role admin, which is shown once.',
      querystring: NoQuery,
      body: CreateTenantBody,
      response: answers({
        201: jsonAnswer('The tenant and its first key.', CreatedTenantReply, [
          'Location',
          'Idempotent-Replayed',
        ]),
      }),
    },
    handler: async (request, reply) => {
      const { resource, replayed } = await services.fleet.createTenant(fleetContext(request), request.body);
      const { tenant, apiKey } = resource;
      if (replayed) reply.header('Idempotent-Replayed', 'true');
      reply
        .code(201)
        .header('Location', links.to(`${path}/${tenant.id}`))
        .header('Cache-Control', 'no-store');
      return { tenant: presentTenant(tenant), apiKey: presentCreatedKey(apiKey) };
    },
  });
};
