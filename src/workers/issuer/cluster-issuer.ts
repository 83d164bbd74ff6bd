import { type ClusterWork, saveClusterWork } from '../../db/repositories/cluster-work.ts';
import { type ClusterIssuer, isPublished, issuerDocuments, issuerPaths } from '../../domain/issuer/issuer.ts';
import { isBefore, plusSeconds } from '../../domain/shared/time.ts';
import { CloudError } from '../../providers/infrastructure/contract.ts';
import { type IssuerStore, IssuerStoreError } from '../../providers/issuer-store/contract.ts';
import { type GeneratedSecrets, newSecrets, openSecrets, sealSecrets } from '../cluster-manifests.ts';
import type { WorkerDependencies } from '../dependencies.ts';
import type { InfrastructureWork } from '../infrastructure/infrastructure-pass.ts';
import { fenced } from '../reconcile-step.ts';
import { createDatabaseStore } from './database-store.ts';
import { issuerKeyOf, newSigningKey, publicPemOf } from './signing-key.ts';

/** Seconds for which the key before stays good after a rotation: tokens that it signed live at most a day. */
const graceSeconds = 86_400;

const usualBits = 4096;

const storeOf = ({ clouds, database }: WorkerDependencies): IssuerStore =>
  clouds.issuerStore ?? createDatabaseStore(database);

/** A store that does not answer is told like a cloud that does not. */
const asCloudError = (error: unknown): unknown =>
  error instanceof IssuerStoreError ? new CloudError('transient', error.code, error.message) : error;

/** The address at which a cluster's issuer publishes: its own, by its infraID, never used again. */
const issuerUrlOf = ({ clouds }: Pick<WorkerDependencies, 'clouds'>, { cluster }: ClusterWork): string =>
  `${clouds.issuerUrl}/${cluster.infraId}`;

/** Whether a key has to be made or may go: then a pass is due even if nothing else has changed. */
export const issuerMark = ({ issuer, signingKeyGeneration = 0, now }: ClusterWork): string => {
  const isOver = issuer?.retireAt !== undefined && !isBefore(now, issuer.retireAt);
  return `${signingKeyGeneration}${isOver ? ' retire' : ''}`;
};

/** The secrets with a signing key of the generation that is asked for; the same object when nothing is to be done. */
const withSigningKey = async (
  secrets: GeneratedSecrets,
  generation: number,
  isOldOver: boolean,
  bits: number,
): Promise<GeneratedSecrets> => {
  const { signingKey, oldSigningPublicKey, ...rest } = secrets;
  if (signingKey === undefined)
    return { ...rest, signingKey: await newSigningKey(bits), signingKeyGeneration: generation };
  if (generation > (secrets.signingKeyGeneration ?? 0))
    return {
      ...rest,
      signingKey: await newSigningKey(bits),
      oldSigningPublicKey: publicPemOf(signingKey),
      signingKeyGeneration: generation,
    };
  return isOldOver && oldSigningPublicKey !== undefined ? { ...rest, signingKey } : secrets;
};

const ensureSecrets = async (step: InfrastructureWork): Promise<GeneratedSecrets> => {
  const { deps, lease, work } = step;
  const before =
    work.sealedSecrets === undefined ? newSecrets() : openSecrets(deps.sealer, work, work.sealedSecrets);
  const isOldOver = work.issuer?.retireAt !== undefined && !isBefore(work.now, work.issuer.retireAt);
  const after = await withSigningKey(
    before,
    work.signingKeyGeneration ?? 0,
    isOldOver,
    deps.clouds.signingKeyBits ?? usualBits,
  );
  if (after === before) return before;
  // Stored before anything is published or applied: a key that was seen once is never lost.
  const sealedSecrets = sealSecrets(deps.sealer, work, after);
  await fenced(deps, work.cluster.tenantId, lease, (tx) =>
    saveClusterWork(tx, work.cluster.id, { sealedSecrets }),
  );
  return after;
};

const issuerFor = (
  { signingKey = '', oldSigningPublicKey }: GeneratedSecrets,
  issuerUrl: string,
  { issuer: before, now }: ClusterWork,
): ClusterIssuer => {
  const keys = [signingKey, ...(oldSigningPublicKey === undefined ? [] : [oldSigningPublicKey])].map(
    issuerKeyOf,
  );
  const isNew = before?.keys[0]?.kid !== keys[0]?.kid;
  const retireAt = isNew ? plusSeconds(now, graceSeconds) : before?.retireAt;
  return {
    issuerUrl,
    keys,
    published: before?.published ?? [],
    ...(oldSigningPublicKey === undefined || retireAt === undefined ? {} : { retireAt }),
  };
};

/** The cluster's own issuer: its key is there, and its documents are published. Throws `CloudError` when the store does not answer. */
export const ensureIssuer = async (step: InfrastructureWork): Promise<ClusterIssuer> => {
  const { deps, lease, work } = step;
  const { infraId, id, tenantId } = work.cluster;
  const secrets = await ensureSecrets(step);
  const issuer = issuerFor(secrets, issuerUrlOf(deps, work), work);
  if (work.issuer !== undefined && isPublished(issuer) && issuer.retireAt === work.issuer.retireAt)
    return issuer;
  try {
    for (const { path, body } of issuerDocuments(issuer.issuerUrl, issuer.keys))
      await storeOf(deps).publish(`${infraId}/${path}`, body);
  } catch (error) {
    throw asCloudError(error);
  }
  const published: ClusterIssuer = { ...issuer, published: issuer.keys.map(({ kid }) => kid) };
  await fenced(deps, tenantId, lease, (tx) => saveClusterWork(tx, id, { issuer: published }));
  deps.logger.info({ clusterId: id, tenantId, issuerUrl: issuer.issuerUrl }, 'issuer published');
  return published;
};

/** Takes a cluster's documents away, when nothing trusts them any more. Throws `CloudError` when the store does not answer. */
export const removeIssuer = async ({ deps, work }: InfrastructureWork): Promise<void> => {
  try {
    for (const path of [issuerPaths.configuration, issuerPaths.keys])
      await storeOf(deps).remove(`${work.cluster.infraId}/${path}`);
  } catch (error) {
    throw asCloudError(error);
  }
};
