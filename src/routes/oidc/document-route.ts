import { Type } from 'typebox';
import type { issuerPaths } from '../../domain/issuer/issuer.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { Text } from '../shared/text.ts';

/** Seconds for which a document may be kept by whoever fetched it: less than a control plane takes to sign with a new key. */
const cacheSeconds = 60;

const IssuerParams = Type.Object(
  {
    issuer: Text('^[a-z0-9][-a-z0-9]*$', {
      maxLength: 27,
      hint: 'the identifier of an issuer',
      description: 'Identifier of the issuer: the last part of its address.',
      examples: ['b4xk2m7q5w3rt'],
    }),
  },
  { additionalProperties: false },
);

/** A public document of an issuer, below its address. */
export const documentRoute =
  (route: {
    readonly path: (typeof issuerPaths)[keyof typeof issuerPaths];
    readonly operationId: string;
    readonly summary: string;
    readonly title: string;
  }): RegisterRoute =>
  (app, deps) => {
    app.route({
      method: 'GET',
      url: `/oidc/:issuer/${route.path}`,
      config: { permission: 'none', errors: ['not-found'] },
      schema: {
        operationId: route.operationId,
        tags: ['Issuers'],
        summary: route.summary,
        description:
          'Public: clouds fetch it to check tokens. Served here unless the installation publishes its documents elsewhere.',
        params: IssuerParams,
        querystring: NoQuery,
        response: answers({
          200: jsonAnswer(
            'The document.',
            Type.Object({}, { title: route.title, additionalProperties: true }),
          ),
        }),
      },
      handler: async (request, reply) => {
        const { issuer } = request.params as { readonly issuer: string };
        const body = await deps.services.issuers.readIssuerDocument(`${issuer}/${route.path}`);
        return reply
          .header('cache-control', `public, max-age=${cacheSeconds}`)
          .type('application/json; charset=utf-8')
          .send(body);
      },
    });
  };
