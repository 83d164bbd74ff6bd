/** What the document says of the API as a whole. */
export const openapiInfo = {
  title: 'Berth',
  summary: 'Clusters as a service over HyperShift',
  description: [
    'Ask for OpenShift clusters, follow their way, change them and delete them.',
    '',
    '- **Long work**: writes that take time answer 202 with an operation; follow it, or hold the answer with `?wait=30s`.',
    '- **Retries**: send an `Idempotency-Key` with every POST; the same request is then carried out once.',
    '- **Concurrency**: every resource has an `ETag`; `If-Match` protects what was written in between.',
    '- **Errors**: `application/problem+json` with every problem at once, each with a pointer.',
    '- **Lists**: `limit` and `cursor`; the next page is in `nextCursor` and in the `Link` field.',
    '- **Evolution**: within `/v1` members, words (`x-extensible-enum`) and operations are only added: ignore what you do not know.',
    '- **Strictness**: unknown members and parameters of a request are refused, nothing is converted.',
    '- **HEAD** works wherever GET does, except for kubeconfigs.',
  ].join('\n'),
  license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

export const openapiTags = [
  { name: 'Clusters', description: 'Clusters of the tenant.' },
  { name: 'Node pools', description: 'Machines of one kind in a cluster.' },
  { name: 'Operations', description: 'What was asked for, and how far it is.' },
  { name: 'Events', description: 'What happened, in order.' },
  { name: 'Projects', description: 'Clusters that belong together.' },
  { name: 'Credentials', description: 'Secrets; their values are write-only.' },
  { name: 'Issuers', description: 'What clouds fetch to check tokens of clusters.' },
  { name: 'Catalogue', description: 'What clusters can be made of.' },
  { name: 'Access', description: 'Who may do what.' },
  { name: 'Fleet', description: 'For operators of the fleet: tenants, management clusters, versions.' },
  { name: 'Documentation', description: 'This document and pages made from it.' },
];

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'bk_…',
    description:
      'An API key of the tenant or of the fleet; or an access token (JWT) of an identity provider that the tenant trusts.',
  },
} as const;
