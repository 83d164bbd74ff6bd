import { entityTagOf, matchesNone } from '../../plugins/entity-tag.ts';
import { waitOf } from '../../plugins/prefer-wait.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { presentOperation } from './presenter.ts';
import { OperationReply } from './schema.ts';

const pollSeconds = '5';

export const getOperation: RegisterRoute = (app, { services }) => {
  app.route({
    method: 'GET',
    url: '/v1/operations/:id',
    config: { permission: 'operations.read', entityTag: true },
    schema: {
      operationId: 'getOperation',
      tags: ['Operations'],
      summary: 'Read an operation',
      description:
        'Final once `endedAt` is there. With `wait` the answer is held until then, or until time is up.',
      params: IdParams('operation', 'Id of the operation.'),
      querystring: WaitQuery,
      response: answers({
        200: jsonAnswer('The operation.', OperationReply, ['ETag', 'Retry-After', 'Preference-Applied']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const scope = tenantScopeOf(request);
      const { id } = request.params;
      const wait = waitOf(request);
      const operation =
        wait.seconds === 0
          ? await services.operations.getOperation(scope, id)
          : await services.operations.waitForOperation(scope, id, wait.seconds, request.signal);
      const tag = entityTagOf(operation);
      reply.header('ETag', tag);
      if (wait.preferred) reply.header('Preference-Applied', `wait=${wait.seconds}`);
      if (!matchesNone(request, tag)) return reply.code(304).send();
      if (operation.endedAt === undefined) reply.header('Retry-After', pollSeconds);
      return presentOperation(operation);
    },
  });
};
