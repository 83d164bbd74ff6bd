import { Type } from 'typebox';
import { journalStates } from '../../domain/infrastructure/journal.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { NoQuery } from '../shared/no-query.ts';
import { OpenWord, Reply, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';

const ResourceListReply = Reply(
  'ClusterResourceList',
  {
    items: ReplyList(
      Reply('ClusterResource', {
        step: ReplyText(256, 'What it is in the plan of the cluster: `subnet/private/eu-west-1a`.'),
        type: ReplyText(64, 'Kind of thing: `vpc`, `natGateway`, `role`.'),
        id: Type.Optional(ReplyText(2048, "The cloud's own id; absent until it is known.")),
        ownership: OpenWord(
          ['managed', 'external'],
          'managed: Berth made it and removes it with the cluster. external: Berth only refers to it.',
        ),
        state: OpenWord([...journalStates, 'external'], 'How far it is.'),
        lastError: Type.Optional(
          Reply('ClusterResourceError', {
            kind: ReplyText(64, 'What kind of refusal: `quota`, `throttled`, `permission`.'),
            code: ReplyText(256, "The cloud's own code."),
            message: ReplyText(4096, "The cloud's own words."),
            at: Time('When.'),
          }),
        ),
      }),
      'Everything in the cloud that the cluster stands on.',
      1000,
    ),
  },
  'What a cluster stands on in its cloud.',
);

export const listClusterResources: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: '/v1/clusters/:id/resources',
    config: { permission: 'clusters.read' },
    schema: {
      operationId: 'listClusterResources',
      tags: ['Clusters'],
      summary: "List a cluster's cloud resources",
      description:
        'What Berth made or is making in the cloud for the cluster, step by step; or the ids that the caller gave. Empty on platforms without a cloud.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The resources.', ResourceListReply) }),
    },
    handler: async (request) => {
      const items = await deps.services.clusters.listClusterResources(
        tenantScopeOf(request),
        request.params.id,
      );
      return { items: [...items] };
    },
  });
};
