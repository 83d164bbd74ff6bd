import { tenantContext } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { nodePoolKind } from './presenter.ts';
import { AcceptedNodePoolReply, CreateNodePoolBody } from './schema.ts';

export const createNodePool: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: '/v1/node-pools',
    config: {
      permission: 'nodePools.create',
      errors: ['name-conflict', 'resource-deleting', 'admission-refused', 'quota-exceeded', 'not-found'],
    },
    schema: {
      operationId: 'createNodePool',
      tags: ['Node pools'],
      summary: 'Create a node pool',
      description: 'Adds machines to a cluster. Its version may not be newer than the control plane.',
      querystring: WaitQuery,
      body: CreateNodePoolBody,
      response: answers({
        202: jsonAnswer('Accepted: the operation and the node pool.', AcceptedNodePoolReply, acceptedHeaders),
      }),
    },
    handler: async (request, reply) => {
      const { name, clusterId, labels = {}, spec } = request.body;
      const pool = { name, clusterId, labels, spec };
      const accepted = await deps.services.nodePools.createNodePool(tenantContext(request), pool);
      return answerAccepted(request, reply, deps, nodePoolKind, accepted);
    },
  });
};
