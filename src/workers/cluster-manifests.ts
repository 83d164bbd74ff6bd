import { randomBytes } from 'node:crypto';
import type { ClusterWork } from '../db/repositories/cluster-work.ts';
import type { Placement } from '../domain/cluster/cluster.ts';
import { renderCluster } from '../domain/cluster/hosted-cluster.ts';
import type { Sealed, Sealer } from '../domain/credential/sealed.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';

interface GeneratedSecrets {
  /** Base64 of 32 random bytes. */
  readonly etcdEncryptionKey: string;
}

const contextOf = (work: ClusterWork) => ({
  tenantId: work.cluster.tenantId,
  kind: 'cluster-secrets',
  id: work.cluster.id,
});

/** Secrets that Berth makes for a cluster: once, stored before they are used, never replaced. */
export const generateSecrets = (sealer: Sealer, work: ClusterWork): Sealed => {
  const secrets: GeneratedSecrets = { etcdEncryptionKey: randomBytes(32).toString('base64') };
  return sealer.seal(contextOf(work), JSON.stringify(secrets));
};

/** The objects of a cluster on its management cluster, in the order in which they are applied. */
export const clusterManifests = (
  sealer: Sealer,
  work: ClusterWork,
  placement: Placement,
  sealed: Sealed,
): readonly KubeObject[] => {
  const { cluster } = work;
  const { etcdEncryptionKey } = JSON.parse(sealer.open(contextOf(work), sealed)) as GeneratedSecrets;
  const pullSecret = sealer.open(
    { tenantId: cluster.tenantId, kind: 'pullSecret', id: cluster.spec.pullSecretCredentialId },
    work.sealedPullSecret,
  );
  const credentials = Object.fromEntries(
    Object.entries(work.sealedCredentials).map(([id, { kind, sealed: value }]) => [
      id,
      sealer.open({ tenantId: cluster.tenantId, kind, id }, value),
    ]),
  );
  return renderCluster({ cluster, placement, secrets: { pullSecret, etcdEncryptionKey, credentials } });
};
