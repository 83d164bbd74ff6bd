import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import { createChecker } from '../../plugins/validators.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { nodePoolKind } from './presenter.ts';
import { AcceptedNodePoolReply, NodePoolAsWritten, UpdateNodePoolBody } from './schema.ts';

export const updateNodePool: RegisterRoute = (app, deps) => {
  const validate = createChecker(NodePoolAsWritten);
  app.route({
    method: 'PATCH',
    url: '/v1/node-pools/:id',
    config: {
      permission: 'nodePools.update',
      entityTag: true,
      errors: ['resource-deleting', 'admission-refused', 'quota-exceeded'],
    },
    schema: {
      operationId: 'updateNodePool',
      tags: ['Node pools'],
      summary: 'Change a node pool',
      description:
        'JSON Merge Patch of `labels` and `spec`. Taken in every state but deletion; the newest generation wins.',
      params: IdParams('nodePool', 'Id of the node pool.'),
      querystring: WaitQuery,
      body: UpdateNodePoolBody,
      response: answers({
        202: jsonAnswer('Accepted: the operation and the node pool.', AcceptedNodePoolReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const change = { patch: request.body, ifMatch: ifMatchOf(request), validate };
      const { id } = request.params;
      const accepted = await deps.services.nodePools.updateNodePool(tenantContext(request), id, change);
      return answerAccepted(request, reply, deps, nodePoolKind, accepted);
    },
  });
};
