import { randomBytes } from 'node:crypto';
import type { ClusterWork } from '../db/repositories/cluster-work.ts';
import type { Placement } from '../domain/cluster/cluster.ts';
import { renderCluster } from '../domain/cluster/hosted-cluster.ts';
import type { Sealed, Sealer } from '../domain/credential/sealed.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';

/** Secrets that Berth makes for a cluster. */
export interface GeneratedSecrets {
  /** Base64 of 32 random bytes. Never replaced. */
  readonly etcdEncryptionKey: string;
  /** PEM, PKCS#1: behind the cluster's own issuer; where Berth makes the infrastructure. */
  readonly signingKey?: string;
  /** PEM, PKCS#1: asked for, published, and not used yet. */
  readonly nextSigningKey?: string;
  /** PEM, one block each: of the signing keys before, as long as their tokens may be in use. */
  readonly oldSigningPublicKey?: string;
  /** Generation of the cluster with which the signing key was asked for. */
  readonly signingKeyGeneration?: number;
}

const contextOf = (work: ClusterWork) => ({
  tenantId: work.cluster.tenantId,
  kind: 'cluster-secrets',
  id: work.cluster.id,
});

export const openSecrets = async (
  sealer: Sealer,
  work: ClusterWork,
  sealed: Sealed,
): Promise<GeneratedSecrets> => JSON.parse(await sealer.open(contextOf(work), sealed)) as GeneratedSecrets;

export const sealSecrets = (sealer: Sealer, work: ClusterWork, secrets: GeneratedSecrets): Promise<Sealed> =>
  sealer.seal(contextOf(work), JSON.stringify(secrets));

export const newSecrets = (): GeneratedSecrets => ({ etcdEncryptionKey: randomBytes(32).toString('base64') });

/** Secrets that Berth makes for a cluster: once, stored before they are used. */
export const generateSecrets = (sealer: Sealer, work: ClusterWork): Promise<Sealed> =>
  sealSecrets(sealer, work, newSecrets());

/**
 * The generation that an apply brings about: not yet the one with which a new signing key was asked for, while that key is
 * not in use.
 */
export const acknowledgedGeneration = async (
  sealer: Sealer,
  work: ClusterWork,
  sealed: Sealed,
): Promise<number> => {
  const { cluster, signingKeyGeneration: asked = 0 } = work;
  if (asked === 0) return cluster.generation;
  const { signingKeyGeneration: made = 0, nextSigningKey } = await openSecrets(sealer, work, sealed);
  return asked > made || nextSigningKey !== undefined ? asked - 1 : cluster.generation;
};

/** The objects of a cluster on its management cluster, in the order in which they are applied. */
export const clusterManifests = async (
  sealer: Sealer,
  work: ClusterWork,
  placement: Placement,
  sealed: Sealed,
): Promise<readonly KubeObject[]> => {
  const { cluster } = work;
  const { etcdEncryptionKey, signingKey, oldSigningPublicKey } = await openSecrets(sealer, work, sealed);
  const pullSecret = await sealer.open(
    { tenantId: cluster.tenantId, kind: 'pullSecret', id: cluster.spec.pullSecretCredentialId },
    work.sealedPullSecret,
  );
  const opened = Object.entries(work.sealedCredentials).map(
    async ([id, { kind, sealed: value }]) =>
      [id, await sealer.open({ tenantId: cluster.tenantId, kind, id }, value)] as const,
  );
  const credentials = Object.fromEntries(await Promise.all(opened));
  const secrets = {
    pullSecret,
    etcdEncryptionKey,
    credentials,
    ...(signingKey === undefined
      ? {}
      : {
          signingKey: {
            privateKey: signingKey,
            ...(oldSigningPublicKey === undefined ? {} : { oldPublicKey: oldSigningPublicKey }),
          },
        }),
  };
  return renderCluster({ cluster, placement, secrets });
};
