import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { findServiceKey, insertServiceKey } from '../../db/repositories/service-keys.ts';
import { berthIssuerName, berthIssuerUrl, federatedSubject } from '../../domain/credential/federation.ts';
import type { Sealer } from '../../domain/credential/sealed.ts';
import { issuerDocuments } from '../../domain/issuer/issuer.ts';
import { type CloudAccess, CloudError } from '../../providers/infrastructure/contract.ts';
import { createSignAssertion, type IssuerSigningKey } from '../../providers/issuer/client-assertion.ts';
import { type IssuerStore, IssuerStoreError } from '../../providers/issuer-store/contract.ts';
import { createDatabaseStore } from './database-store.ts';
import { issuerKeyOf, newSigningKey } from './signing-key.ts';

export interface BerthIssuerOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  /** Address that all issuers of the installation are below. */
  readonly issuerUrl: string;
  /** Berth's own API when absent. */
  readonly store?: IssuerStore;
  /** Of the key, when it is made. */
  readonly bits: number;
  /** Milliseconds since 1970; the clock of the process when absent. */
  readonly now?: () => number;
}

const context = { tenantId: '', kind: 'service-key', id: berthIssuerName };

/** Milliseconds after which the documents are published once more, whatever became of them. */
const republishMs = 3_600_000;

/** The key of the installation: made once, by whoever needs it first. */
const ensureKey = async ({ database, sealer, bits }: BerthIssuerOptions): Promise<string> => {
  const sql = database.system();
  const known = await findServiceKey(sql, berthIssuerName);
  if (known !== undefined) return sealer.open(context, known.sealed);
  const privateKey = await newSigningKey(bits);
  const publicKey = { ...issuerKeyOf(privateKey) };
  await insertServiceKey(sql, {
    name: berthIssuerName,
    sealed: await sealer.seal(context, privateKey),
    publicKey,
  });
  const stored = await findServiceKey(sql, berthIssuerName);
  if (stored === undefined) throw new Error('the key of the issuer was not stored');
  return sealer.open(context, stored.sealed);
};

/** A token of Berth's own issuer for one piece of work, to be exchanged by the cloud that `audience` names. */
export type FederatedToken = (access: CloudAccess, audience: string) => Promise<string>;

/**
 * Berth as an issuer of its own, whose tokens clouds take instead of stored keys. Its documents are published before the
 * first token is signed. Throws `CloudError` when they cannot be.
 */
export const createBerthIssuer = (options: BerthIssuerOptions): FederatedToken => {
  const now = options.now ?? Date.now;
  const store = options.store ?? createDatabaseStore(options.database);
  const issuer = berthIssuerUrl(options.issuerUrl);
  let opening: Promise<IssuerSigningKey> | undefined;
  let openedAt = 0;

  const open = async (): Promise<IssuerSigningKey> => {
    const privateKey = await ensureKey(options);
    const key = issuerKeyOf(privateKey);
    for (const { path, body } of issuerDocuments(issuer, [key]))
      await store.publish(`${berthIssuerName}/${path}`, body);
    openedAt = now();
    return { kid: key.kid, privateKey };
  };

  /** One at a time; a failure is not remembered. */
  const key = (): Promise<IssuerSigningKey> => {
    if (opening !== undefined && openedAt > 0 && now() - openedAt >= republishMs) opening = undefined;
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const signAssertion = createSignAssertion({ issuer, key, now, newTokenId: randomUUID });
  return async (access, audience) => {
    try {
      return await signAssertion(audience, federatedSubject(access));
    } catch (error) {
      if (error instanceof IssuerStoreError) throw new CloudError('transient', error.code, error.message);
      throw error;
    }
  };
};
