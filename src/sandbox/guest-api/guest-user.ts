import type { GuestCluster } from './guest-cluster.ts';
import { isAdminOf, serviceAccountOf, type TokenSigner } from './tokens.ts';

export interface GuestUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

/** Who a bearer token speaks for. A service account that was deleted, or made anew under its name, has lost its tokens. */
export const identify = (
  signer: TokenSigner,
  cluster: GuestCluster,
  authorization: string | undefined,
): GuestUser | undefined => {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  const claims = token === undefined ? undefined : signer.verify(token);
  if (!claims) return undefined;
  if (isAdminOf(claims, cluster.namespace, cluster.name)) {
    return { username: 'system:admin', groups: ['system:masters', 'system:authenticated'] };
  }
  const account = serviceAccountOf(claims, cluster.uid);
  const stands = cluster.objects.some(
    ({ kind, metadata }) =>
      kind === 'ServiceAccount' &&
      metadata.namespace === account?.namespace &&
      metadata.name === account?.name &&
      metadata.uid === account?.uid,
  );
  if (!account || !stands) return undefined;
  return {
    username: `system:serviceaccount:${account.namespace}:${account.name}`,
    uid: account.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`, 'system:authenticated'],
  };
};
