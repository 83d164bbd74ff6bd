import { Type } from 'typebox';
import { ifMatchOf } from '../../plugins/entity-tag.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import { malformedRequest } from '../../plugins/request-problem.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { acceptedHeaders, answerAccepted } from '../shared/accepted.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { Text, Word } from '../shared/text.ts';
import { WaitQuery } from '../shared/wait-query.ts';
import { clusterKind } from './presenter.ts';
import { AcceptedClusterReply } from './schema.ts';

const DeleteQuery = Type.Object(
  {
    ...WaitQuery.properties,
    force: Type.Optional(
      Word(
        ['true'],
        'Go on where a cloud or a management cluster refuses for good. What is left is in the operation. Needs `reason`.',
      ),
    ),
    reason: Type.Optional(
      Text('^[ -~]+$', {
        maxLength: 256,
        hint: 'printable ASCII text',
        description: 'Why the deletion is forced; kept in the audit trail. Only with `force`.',
      }),
    ),
  },
  { additionalProperties: false },
);

const readForce = (query: { force?: string; reason?: string }): { reason: string } | undefined => {
  if (query.force === undefined && query.reason === undefined) return undefined;
  if (query.force !== undefined && query.reason !== undefined) return { reason: query.reason };
  const missing = query.force === undefined ? 'force' : 'reason';
  throw malformedRequest('A query parameter is missing.', [
    { in: 'query', pointer: `/${missing}`, code: 'required', detail: 'Give force=true and reason together.' },
  ]);
};

export const deleteCluster: RegisterRoute = (app, deps) => {
  app.route({
    method: 'DELETE',
    url: '/v1/clusters/:id',
    config: { permission: 'clusters.delete', entityTag: true, errors: ['deletion-protected'] },
    schema: {
      operationId: 'deleteCluster',
      tags: ['Clusters'],
      summary: 'Delete a cluster',
      description:
        'Deletes the cluster with its node pools. Again while it is being deleted: the same operation. The name is free when everything is gone.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: DeleteQuery,
      response: answers({
        202: jsonAnswer(
          'Accepted: the operation and the cluster as it was last seen.',
          AcceptedClusterReply,
          acceptedHeaders,
        ),
      }),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const context = tenantContext(request);
      const accepted = await deps.services.clusters.deleteCluster(
        context,
        id,
        ifMatchOf(request),
        readForce(request.query),
      );
      return answerAccepted(request, reply, deps, clusterKind, accepted);
    },
  });
};
