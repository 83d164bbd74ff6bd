import { randomBytes } from 'node:crypto';
import { makeCertificates, type ServingCertificates } from './certificates.ts';
import type { ObjectStore } from './store/object-store.ts';
import { makeSigningKey } from './tokens/service-account-tokens.ts';

/** What clients hold on to. */
export interface ServerIdentity {
  readonly certificates: ServingCertificates;
  readonly adminToken: string;
  readonly signingKey: string;
}

/** Made at the first start and kept beside the objects, so that kubeconfigs and tokens outlive a restart. */
export const loadIdentity = async (store: ObjectStore, now: () => Date): Promise<ServerIdentity> => ({
  certificates: JSON.parse(
    await store.setting('certificates', async () => JSON.stringify(await makeCertificates(now()))),
  ) as ServingCertificates,
  adminToken: await store.setting('admin-token', async () => randomBytes(24).toString('base64url')),
  signingKey: await store.setting('signing-key', async () => makeSigningKey()),
});
