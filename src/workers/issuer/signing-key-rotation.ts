import type { IssuerKey } from '../../domain/issuer/issuer.ts';
import type { GeneratedSecrets } from '../cluster-manifests.ts';
import { issuerKeyOf, newSigningKey, publicPemOf } from './signing-key.ts';

interface Wanted {
  /** Generation of the cluster with which a key was asked for last. */
  readonly generation: number;
  readonly isRetirementDue: boolean;
  /** Of new keys. */
  readonly bits: number;
}

const withoutOld = ({ oldSigningPublicKey: _, ...rest }: GeneratedSecrets): GeneratedSecrets => rest;

/** The secrets with the keys that are asked for: the first one to sign at once, a further one to come. The same object when nothing is to be done. */
export const planSigningKeys = async (
  secrets: GeneratedSecrets,
  { generation, isRetirementDue, bits }: Wanted,
): Promise<GeneratedSecrets> => {
  const { signingKey, nextSigningKey, signingKeyGeneration = 0, oldSigningPublicKey } = secrets;
  if (signingKey === undefined)
    return { ...secrets, signingKey: await newSigningKey(bits), signingKeyGeneration: generation };
  const kept = isRetirementDue && oldSigningPublicKey !== undefined ? withoutOld(secrets) : secrets;
  if (generation <= signingKeyGeneration) return kept;
  // A key that has signed nothing yet is as new as can be.
  const next = nextSigningKey ?? (await newSigningKey(bits));
  return { ...kept, nextSigningKey: next, signingKeyGeneration: generation };
};

/** The key to come signs from now on; the one that signed stays known beside those before it. The same object when none is to come. */
export const promoteSigningKey = (secrets: GeneratedSecrets): GeneratedSecrets => {
  const { signingKey, nextSigningKey, oldSigningPublicKey = '', ...rest } = secrets;
  if (signingKey === undefined || nextSigningKey === undefined) return secrets;
  return {
    ...rest,
    signingKey: nextSigningKey,
    oldSigningPublicKey: `${publicPemOf(signingKey)}${oldSigningPublicKey}`,
  };
};

const pemBlock = /-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n?/g;

/** All public keys that the issuer publishes, newest first. */
export const publicKeysOf = (secrets: GeneratedSecrets): readonly IssuerKey[] =>
  [
    secrets.nextSigningKey,
    secrets.signingKey,
    ...(secrets.oldSigningPublicKey?.match(pemBlock) ?? []),
  ].flatMap((pem) => (pem === undefined ? [] : [issuerKeyOf(pem)]));
