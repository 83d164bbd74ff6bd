import { createHash, timingSafeEqual } from 'node:crypto';
import type { ObjectStore } from '../store/object-store.ts';
import type { TokenSigner } from './service-account-tokens.ts';

export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

const adminUser: User = {
  name: 'sandbox-admin',
  uid: 'sandbox-admin',
  groups: ['system:masters', 'system:authenticated'],
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];

export interface AuthenticatorParts {
  readonly adminToken: string;
  readonly signer: TokenSigner;
  readonly store: ObjectStore;
  now(): Date;
}

export type Authenticate = (authorization: string | undefined) => Promise<User | undefined>;

/** Who sent a request: the administrator, or a ServiceAccount that still exists. Undefined for everybody else. */
export const createAuthenticator = ({ adminToken, signer, store, now }: AuthenticatorParts): Authenticate => {
  const adminDigest = digest(adminToken);
  return async (authorization) => {
    const token = bearerOf(authorization);
    if (token === undefined) return undefined;
    if (timingSafeEqual(digest(token), adminDigest)) return adminUser;
    const subject = signer.verify(token, now());
    if (!subject) return undefined;
    const { namespace, name, uid } = subject;
    const account = await store.get({ resource: '/serviceaccounts', namespace, name });
    if (account?.uid !== uid) return undefined;
    return {
      name: `system:serviceaccount:${namespace}:${name}`,
      uid,
      groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    };
  };
};
