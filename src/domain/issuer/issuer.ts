import type { JsonObject } from '../shared/json.ts';

/** A public key of an issuer, as a JSON Web Key (RFC 7517). */
export interface IssuerKey {
  readonly kty: 'RSA';
  readonly alg: 'RS256';
  readonly use: 'sig';
  /** base64url of the SHA-256 of the key's SPKI form: what a Kubernetes API server puts into its tokens. */
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

/** The issuer of a cluster's service-account tokens. Written by the cluster reconciler only. */
export interface ClusterIssuer {
  /** Chosen once: every token carries it, and clouds trust it. */
  readonly issuerUrl: string;
  /** Newest first. During a rotation the one to come and those before are there as well. */
  readonly keys: readonly IssuerKey[];
  /** The keys whose documents are published: their `kid`s, in order. */
  readonly published: readonly string[];
  /** When the keys before may go. RFC 3339. */
  readonly retireAt?: string;
}

export const issuerPaths = {
  configuration: '.well-known/openid-configuration',
  keys: 'openid/v1/jwks',
} as const;

/** One document that an issuer publishes, by its path below the issuer's address. */
export interface IssuerDocument {
  readonly path: (typeof issuerPaths)[keyof typeof issuerPaths];
  readonly body: JsonObject;
}

/**
 * JSON Web Key Set of an issuer. Its text is the same whether the keys were just made or come from the database, which orders
 * members in its own way: plans are compared by their text.
 */
export const jwksOf = (keys: readonly IssuerKey[]): JsonObject => ({
  keys: keys.map(({ kty, alg, use, kid, n, e }) => ({ kty, alg, use, kid, n, e })),
});

/** What clouds fetch to check tokens. Source: OpenID Connect Discovery 1.0, and what Kubernetes serves itself. */
export const issuerDocuments = (issuerUrl: string, keys: readonly IssuerKey[]): readonly IssuerDocument[] => [
  // Keys first: whoever reads the configuration finds what it names.
  { path: issuerPaths.keys, body: jwksOf(keys) },
  {
    path: issuerPaths.configuration,
    body: {
      issuer: issuerUrl,
      jwks_uri: `${issuerUrl}/${issuerPaths.keys}`,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
  },
];

/** Whether what is published is what the keys are. */
export const isPublished = ({ keys, published }: Pick<ClusterIssuer, 'keys' | 'published'>): boolean =>
  keys.length === published.length && keys.every(({ kid }, index) => published[index] === kid);

/** Whether the keys before may go. */
export const isRetirementDue = (issuer: ClusterIssuer | undefined, now: string): boolean =>
  issuer?.retireAt !== undefined && Date.parse(issuer.retireAt) <= Date.parse(now);
