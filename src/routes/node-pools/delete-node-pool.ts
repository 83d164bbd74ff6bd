import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { nodePoolKind } from './presenter.ts';
import { AcceptedNodePoolReply } from './schema.ts';

export const deleteNodePool: RegisterRoute = (app, deps) => {
  app.route({
    method: 'DELETE',
    url: '/v1/node-pools/:id',
    config: { permission: 'nodePools.delete', entityTag: true, errors: ['resource-deleting'] },
    schema: {
      operationId: 'deleteNodePool',
      tags: ['Node pools'],
      summary: 'Delete a node pool',
      description: 'Drains and removes the nodes. Again while it is being deleted: the same operation.',
      params: IdParams('nodePool', 'Id of the node pool.'),
      querystring: WaitQuery,
      response: answers({
        202: jsonAnswer(
          'Accepted: the operation and the node pool as it was last seen.',
          AcceptedNodePoolReply,
          acceptedHeaders,
        ),
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const context = tenantContext(request);
      const accepted = await deps.services.nodePools.deleteNodePool(context, id, ifMatchOf(request));
      return answerAccepted(request, reply, deps, nodePoolKind, accepted);
    },
  });
};
