import { Type } from 'typebox';
import { chooseType } from '../../plugins/accept.ts';
import { durationSeconds } from '../../plugins/duration.ts';
import { tenantContext } from '../../plugins/request-context.ts';
import { malformedRequest } from '../../plugins/request-problem.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, headersOf } from '../shared/answers.ts';
import { IdParams } from '../shared/id-params.ts';
import { Reply, ReplyText, Time } from '../shared/reply-fields.ts';
import { Duration } from '../shared/text.ts';

const produces = ['application/json', 'application/yaml'];
const ttlSeconds = { least: 600, usual: 3_600, most: 86_400 } as const;

const KubeconfigReply = Reply('Kubeconfig', {
  kubeconfig: ReplyText(65_536, 'Kubeconfig as YAML text.'),
  expiresAt: Time('When its token ends.'),
});

const readTtl = (text: string | undefined): number => {
  const seconds = text === undefined ? ttlSeconds.usual : durationSeconds(text);
  if (seconds !== undefined && seconds >= ttlSeconds.least && seconds <= ttlSeconds.most) return seconds;
  throw malformedRequest('A query parameter is not right.', [
    { in: 'query', pointer: '/ttl', code: 'out-of-range', detail: 'Must be between PT10M and P1D.' },
  ]);
};

export const issueKubeconfig: RegisterRoute = (app, deps) => {
  app.route({
    method: 'GET',
    url: '/v1/clusters/:id/kubeconfig',
    // A HEAD would make a token that nobody gets.
    exposeHeadRoute: false,
    config: {
      permission: 'clusters.kubeconfig',
      produces,
      audited: true,
      rateCost: 10,
      errors: ['not-ready'],
    },
    schema: {
      operationId: 'issueKubeconfig',
      tags: ['Clusters'],
      summary: 'Get a kubeconfig that ends by itself',
      description:
        'Each answer has a token of its own. It is recorded who asked; the answer must not be stored.',
      params: IdParams('cluster', 'Id of the cluster.'),
      querystring: Type.Object(
        { ttl: Type.Optional(Duration('How long the token lives, from PT10M to P1D; PT1H when absent.')) },
        { additionalProperties: false },
      ),
      response: answers({
        200: {
          description: 'The kubeconfig, as JSON with its end or as YAML, by the Accept field.',
          headers: headersOf([]),
          content: {
            'application/json': { schema: KubeconfigReply },
            'application/yaml': { schema: ReplyText(65_536, 'Kubeconfig.') },
          },
        },
      }),
    },
    handler: async (request, reply) => {
      const context = tenantContext(request);
      const ttl = readTtl(request.query.ttl);
      const issued = await deps.services.access.issueKubeconfig(
        context,
        request.params.id,
        ttl,
        request.signal,
      );
      reply.header('Cache-Control', 'no-store').header('Vary', 'Accept');
      if (chooseType(request.headers.accept, produces) === 'application/yaml')
        return reply.type('application/yaml; charset=utf-8').send(issued.kubeconfig);
      return { kubeconfig: issued.kubeconfig, expiresAt: issued.expiresAt };
    },
  });
};
