import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import type { GuestCluster } from './guest-cluster.ts';
import { GuestError, notFound } from './guest-error.ts';
import type { GuestUser } from './guest-user.ts';
import { mayAccess } from './roles.ts';
import { serviceAccountClaims, type TokenSigner } from './tokens.ts';

const objectAt = (value: unknown, key: string): JsonObject => {
  const inner = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
};

/** `kubectl auth whoami`. */
export const reviewSelf = (user: GuestUser) => ({
  kind: 'SelfSubjectReview',
  apiVersion: 'authentication.k8s.io/v1',
  metadata: {},
  status: { userInfo: { username: user.username, ...(user.uid && { uid: user.uid }), groups: user.groups } },
});

/** `kubectl auth can-i`. */
export const reviewAccess = (user: GuestUser, cluster: GuestCluster, body: unknown) => {
  const asked = objectAt(objectAt(body, 'spec'), 'resourceAttributes');
  const subresource = asked['subresource'] ? `/${String(asked['subresource'])}` : '';
  const allowed = mayAccess(user, cluster.objects, {
    verb: String(asked['verb'] ?? ''),
    group: String(asked['group'] ?? ''),
    resource: `${String(asked['resource'] ?? '')}${subresource}`,
  });
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: objectAt(body, 'spec'),
    status: { allowed },
  };
};

const usualSeconds = 3600;
/** The API server refuses less than ten minutes. */
const fewestSeconds = 600;
const mostSeconds = 2 ** 32;

/** TokenRequest: a token of a service account for some time. */
export const requestToken = (
  signer: TokenSigner,
  cluster: GuestCluster,
  account: { readonly namespace: string; readonly name: string },
  body: unknown,
  now: number,
) => {
  const found = cluster.objects.find(
    ({ kind, metadata }) =>
      kind === 'ServiceAccount' && metadata.namespace === account.namespace && metadata.name === account.name,
  );
  if (!found) throw notFound('serviceaccounts', account.name);
  const spec = objectAt(body, 'spec');
  const seconds = spec['expirationSeconds'] ?? usualSeconds;
  if (
    typeof seconds !== 'number' ||
    !Number.isInteger(seconds) ||
    seconds < fewestSeconds ||
    seconds > mostSeconds
  ) {
    throw new GuestError(
      422,
      'Invalid',
      `TokenRequest.authentication.k8s.io "${account.name}" is invalid: spec.expirationSeconds: Invalid value: ${JSON.stringify(seconds)}: may not specify a duration less than 10 minutes`,
    );
  }
  const given = spec['audiences'];
  const audiences =
    Array.isArray(given) && given.length > 0 ? given.map(String) : ['https://kubernetes.default.svc'];
  const issuedAt = Math.floor(now / 1000);
  const expiresAt = issuedAt + seconds;
  const claims = serviceAccountClaims(
    cluster.uid,
    { ...account, uid: found.metadata.uid ?? '' },
    audiences,
    issuedAt,
    expiresAt,
  );
  return {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name: account.name, namespace: account.namespace },
    spec: { audiences, expirationSeconds: seconds, boundObjectRef: null },
    status: {
      token: signer.sign(claims),
      expirationTimestamp: `${new Date(expiresAt * 1000).toISOString().slice(0, 19)}Z`,
    },
  };
};
