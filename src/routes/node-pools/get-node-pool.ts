import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer, notModified } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { answerResource } from '../shared/resource-answers.ts';
import { waitForResource } from '../shared/wait-for-resource.ts';
import { WaitForQuery } from '../shared/wait-query.ts';
import { presentNodePool } from './presenter.ts';
import { NodePoolReply } from './schema.ts';

export const getNodePool: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: '/v1/node-pools/:id',
    config: { permission: 'nodePools.read', entityTag: true },
    schema: {
      operationId: 'getNodePool',
      tags: ['Node pools'],
      summary: 'Read a node pool',
      description:
        'A node pool that is being deleted is there, in phase `deleting`, until everything of it is gone.',
      params: IdParams('nodePool', 'Id of the node pool.'),
      querystring: WaitForQuery,
      response: answers({
        200: jsonAnswer('The node pool.', NodePoolReply, ['ETag', 'Preference-Applied']),
        304: notModified,
      }),
    },
    handler: async (request, reply) => {
      const scope = tenantScopeOf(request);
      const { id } = request.params;
      const read = () => deps.services.nodePools.getNodePool(scope, id);
      const pool = await waitForResource(request, reply, deps, request.query.waitFor, read);
      return answerResource(request, reply, pool, presentNodePool);
    },
  });
};
