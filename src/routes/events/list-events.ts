import { Type } from 'typebox';
import { eventTypes } from '../../domain/event/event.ts';
import { tenantScopeOf } from '../../plugins/request-context.ts';
import { malformedRequest } from '../../plugins/request-problem.ts';
import type { RegisterRoute, RouteDeps } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { announceNext, ListQuery, type ListScope, pageLimits, scopeText } from '../shared/list.ts';
import { Id, Word } from '../shared/text.ts';
import { presentEvent } from './presenter.ts';
import { EventListReply } from './schema.ts';

const path = '/v1/events';

interface Start {
  readonly cursor?: string;
  readonly afterSequence?: number;
}

const readStart = ({ cursors }: RouteDeps, scope: ListScope, { cursor, afterSequence }: Start): number => {
  if (cursor === undefined) return afterSequence ?? 0;
  if (afterSequence !== undefined)
    throw malformedRequest('A query parameter is not right.', [
      {
        in: 'query',
        pointer: '/afterSequence',
        code: 'conflict',
        detail: 'Give cursor or afterSequence, not both.',
      },
    ]);
  return Number(cursors.open(scopeText(scope), cursor));
};

export const listEvents: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: path,
    config: { permission: 'events.read', errors: ['invalid-cursor'] },
    schema: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'List events',
      description:
        'Oldest first. To follow the log, ask again with the sequence of the last event that was seen.',
      querystring: ListQuery({
        afterSequence: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Only events with a greater sequence.',
          }),
        ),
        clusterId: Type.Optional(Id('cluster', 'Only events about this cluster.')),
        type: Type.Optional(Word(eventTypes, 'Only events of this type.')),
      }),
      response: answers({ 200: jsonAnswer('A page of events.', EventListReply, ['Link']) }),
    },
    handler: async (request, reply) => {
      const tenant = tenantScopeOf(request);
      const { limit = pageLimits.usual, clusterId, type } = request.query;
      const scope = { ...tenant, path, query: { limit, clusterId, type } };
      const afterSequence = readStart(deps, scope, request.query);
      const options = { limit, afterSequence, clusterId, type };
      const { items, nextSequence } = await deps.services.events.listEvents(tenant, options);
      return {
        items: items.map((event) => presentEvent(event, deps.links.publicUrl)),
        nextCursor: announceNext(reply, deps, scope, nextSequence?.toString()),
      };
    },
  });
};
