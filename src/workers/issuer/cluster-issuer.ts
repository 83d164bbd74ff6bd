import { type ClusterWork, saveClusterWork } from '../../db/repositories/cluster-work.ts';
import {
  type ClusterIssuer,
  isPublished,
  isRetirementDue,
  issuerDocuments,
  issuerPaths,
} from '../../domain/issuer/issuer.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import { CloudError } from '../../providers/infrastructure/contract.ts';
import { type IssuerStore, IssuerStoreError } from '../../providers/issuer-store/contract.ts';
import { type GeneratedSecrets, newSecrets, openSecrets, sealSecrets } from '../cluster-manifests.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import { assertHeld, type InfrastructureWork } from '../infrastructure/infrastructure-pass.ts';
import { fenced } from '../reconcile-step.ts';
import { createDatabaseStore } from './database-store.ts';
import { planSigningKeys, promoteSigningKey, publicKeysOf } from './signing-key-rotation.ts';

/** Seconds for which the keys before stay good after a rotation, when nothing else is said. */
const usualGrace = 86_400;

const usualBits = 4096;

const storeOf = ({ clouds, database }: WorkerDependencies): IssuerStore =>
  clouds.issuerStore ?? createDatabaseStore(database);

/** A store that does not answer is told like a cloud that does not. */
const asCloudError = (error: unknown): unknown =>
  error instanceof IssuerStoreError ? new CloudError('transient', error.code, error.message) : error;

/** Whether a key has to be made or may go: then a pass is due even if nothing else has changed. */
export const issuerMark = ({ issuer, signingKeyGeneration = 0, now }: ClusterWork): string =>
  `${signingKeyGeneration}${isRetirementDue(issuer, now) ? ' retire' : ''}`;

/** The issuer of a cluster with the secrets behind it, as both are stored. */
export interface EnsuredIssuer {
  readonly issuer: ClusterIssuer;
  readonly secrets: GeneratedSecrets;
}

const ensureSecrets = async ({ deps, lease, work }: InfrastructureWork): Promise<GeneratedSecrets> => {
  const { sealer, clouds } = deps;
  const before =
    work.sealedSecrets === undefined ? newSecrets() : await openSecrets(sealer, work, work.sealedSecrets);
  const after = await planSigningKeys(before, {
    generation: work.signingKeyGeneration ?? 0,
    isRetirementDue: isRetirementDue(work.issuer, work.now),
    bits: clouds.signingKeyBits ?? usualBits,
  });
  if (after === before) return before;
  // Stored before anything is published or applied: a key that was seen once is never lost.
  const sealedSecrets = await sealSecrets(sealer, work, after);
  await fenced(deps, work.cluster.tenantId, lease, (tx) =>
    saveClusterWork(tx, work.cluster.id, { sealedSecrets }),
  );
  return after;
};

const issuerFor = (secrets: GeneratedSecrets, issuerUrl: string, before?: ClusterIssuer): ClusterIssuer => {
  const { retireAt } = before ?? {};
  const hasOld = secrets.oldSigningPublicKey !== undefined;
  return {
    issuerUrl: before?.issuerUrl ?? issuerUrl,
    keys: publicKeysOf(secrets),
    published: before?.published ?? [],
    ...(hasOld && retireAt !== undefined ? { retireAt } : {}),
  };
};

/** A worker that was overtaken must not put older keys back, nor documents of a cluster that has gone meanwhile. */
const publish = async (step: InfrastructureWork, issuer: ClusterIssuer): Promise<void> => {
  const store = storeOf(step.deps);
  try {
    for (const { path, body } of issuerDocuments(issuer.issuerUrl, issuer.keys)) {
      await assertHeld(step);
      await store.publish(`${step.work.cluster.infraId}/${path}`, body);
    }
  } catch (error) {
    throw asCloudError(error);
  }
};

/**
 * The cluster's own issuer: its keys are there, and its documents are published; with `isCheck` once more, whatever became of
 * them. Throws `CloudError` when the store does not answer.
 */
export const ensureIssuer = async (step: InfrastructureWork, isCheck: boolean): Promise<EnsuredIssuer> => {
  const { deps, lease, work } = step;
  const { infraId, id, tenantId } = work.cluster;
  const secrets = await ensureSecrets(step);
  const wanted = issuerFor(secrets, `${deps.clouds.issuerUrl}/${infraId}`, work.issuer);
  const isSame = isPublished(wanted) && wanted.retireAt === work.issuer?.retireAt;
  if (isSame && !isCheck) return { issuer: wanted, secrets };
  await publish(step, wanted);
  const issuer = { ...wanted, published: wanted.keys.map(({ kid }) => kid) };
  if (isSame) return { issuer, secrets };
  await fenced(deps, tenantId, lease, (tx) => saveClusterWork(tx, id, { issuer }));
  deps.logger.info({ clusterId: id, tenantId, issuerUrl: issuer.issuerUrl }, 'issuer published');
  return { issuer, secrets };
};

/** A new key signs only when its public half is published and every cloud was told: then what it signs is trusted at once. */
export const takeNewSigningKey = async (
  { deps, lease, work }: InfrastructureWork,
  { issuer, secrets }: EnsuredIssuer,
  now: string,
): Promise<void> => {
  const promoted = promoteSigningKey(secrets);
  if (promoted === secrets) return;
  const { id, tenantId } = work.cluster;
  const sealedSecrets = await sealSecrets(deps.sealer, work, promoted);
  const retireAt = plusSeconds(now, deps.clouds.signingKeyGraceSeconds ?? usualGrace);
  await fenced(deps, tenantId, lease, (tx) =>
    saveClusterWork(tx, id, { sealedSecrets, issuer: { ...issuer, retireAt } }),
  );
  deps.logger.info({ clusterId: id, tenantId, retireAt }, 'signing key replaced');
};

/** Takes a cluster's documents away, when nothing trusts them any more. Throws `CloudError` when the store does not answer. */
export const removeIssuer = async (step: InfrastructureWork): Promise<void> => {
  const store = storeOf(step.deps);
  try {
    for (const path of [issuerPaths.configuration, issuerPaths.keys]) {
      await assertHeld(step);
      await store.remove(`${step.work.cluster.infraId}/${path}`);
    }
  } catch (error) {
    throw asCloudError(error);
  }
};

/** Of a cluster that is given up with what it has in a cloud: its documents go too, if they can. */
export const removeAbandonedIssuer = async (step: InfrastructureWork): Promise<void> => {
  const { deps, work } = step;
  if (work.issuer === undefined || work.deletionForce === undefined) return;
  try {
    await removeIssuer(step);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    const { issuerUrl } = work.issuer;
    deps.logger.error(
      { clusterId: work.cluster.id, issuerUrl, error },
      'documents of an issuer are left behind',
    );
  }
};
