import { Type } from 'typebox';
import { durationSeconds } from '../../plugins/duration.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import { malformedRequest } from '../../plugins/request-problem.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, createdHeaders, jsonAnswer } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { Duration } from '../shared/text.ts';
import { answerShownApiKey } from './presenter.ts';
import { ShownApiKeyReply } from './schema.ts';

const path = '/v1/api-keys';
const overlapSeconds = { usual: 86_400, most: 30 * 86_400 } as const;

const readOverlap = (text: string | undefined): number => {
  const seconds = text === undefined ? overlapSeconds.usual : durationSeconds(text);
  if (seconds !== undefined && seconds <= overlapSeconds.most) return seconds;
  throw malformedRequest('A query parameter is not right.', [
    { in: 'query', pointer: '/overlap', code: 'out-of-range', detail: 'Must be at most P30D.' },
  ]);
};

export const rotateApiKey: RegisterRoute = (app, deps) => {
  app.route({
    method: 'POST',
    url: `${path}/:id/rotate`,
    config: { permission: 'apiKeys.create', errors: ['admission-refused'] },
    schema: {
      operationId: 'rotateApiKey',
      tags: ['Access'],
      summary: 'Replace a key by a new one',
      description:
        'The new key has the rights and the end of the old one, which stays valid for `overlap`: time to hand the new one out.',
      params: IdParams('apiKey', 'Id of the key that is replaced.'),
      querystring: Type.Object(
        {
          overlap: Type.Optional(
            Duration('How long the old key stays valid: at most P30D, a day (P1D) when absent.'),
          ),
        },
        { additionalProperties: false },
      ),
      response: answers({ 201: jsonAnswer('The new key and its text.', ShownApiKeyReply, createdHeaders) }),
    },
    handler: async (request, reply) => {
      const overlap = readOverlap(request.query.overlap);
      const context = tenantContext(request);
      const created = await deps.services.apiKeys.rotateApiKey(context, request.params.id, overlap);
      return answerShownApiKey(reply, deps, path, created);
    },
  });
};
