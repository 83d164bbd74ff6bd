import { Type } from 'typebox';
import { issuerPaths } from '../../domain/issuer/issuer.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { Text } from '../shared/text.ts';

/** Seconds for which a document may be kept by whoever fetched it. */
const cacheSeconds = 300;

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

const DocumentReply = (title: string) => Type.Object({}, { title, additionalProperties: true });

const documentRoute =
  (route: {
    readonly path: string;
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
          'Public: clouds fetch it to check tokens of a cluster. Served here unless the installation publishes its documents elsewhere.',
        params: IssuerParams,
        querystring: NoQuery,
        response: answers({ 200: jsonAnswer('The document.', DocumentReply(route.title)) }),
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

export const readOpenidConfiguration = documentRoute({
  path: issuerPaths.configuration,
  operationId: 'readOpenidConfiguration',
  summary: "Read the OpenID configuration of a cluster's issuer",
  title: 'OpenidConfiguration',
});

export const readIssuerKeys = documentRoute({
  path: issuerPaths.keys,
  operationId: 'readIssuerKeys',
  summary: "Read the public keys of a cluster's issuer",
  title: 'IssuerKeys',
});
