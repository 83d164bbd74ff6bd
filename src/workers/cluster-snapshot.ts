import { type ClusterWork, loadClusterWork } from '../db/repositories/cluster-work.ts';
import { listForPlacement } from '../db/repositories/management-clusters.ts';
import { listClusterNodePools } from '../db/repositories/node-pools.ts';
import {
  hasManagedInfrastructure,
  type InfrastructureSnapshot,
  isInfrastructureKnown,
  reachesCloud,
} from '../domain/cluster/cluster-infrastructure.ts';
import type { ClusterSnapshot } from '../domain/cluster/lifecycle.ts';
import { clusterManifests } from './cluster-manifests.ts';
import type { WorkerDependencies } from './dependencies.ts';
import {
  hashInput,
  hashPlan,
  managedInfrastructureOf,
  requestOf,
} from './infrastructure/infrastructure-request.ts';
import { issuerMark } from './issuer/cluster-issuer.ts';
import { hashManifests, newestRemote } from './remotes.ts';

/** The generation is part of it: a change that renders the same objects is applied all the same, and so acknowledged. */
export const desiredClusterHash = async (
  deps: Pick<WorkerDependencies, 'sealer'>,
  work: ClusterWork,
): Promise<string> => {
  const { placement, sealedSecrets, cluster } = work;
  if (placement === undefined || sealedSecrets === undefined || cluster.deletionRequestedAt !== undefined)
    return '';
  if (!isInfrastructureKnown(cluster)) return '';
  const manifests = await clusterManifests(deps.sealer, work, placement, sealedSecrets);
  return `${cluster.generation}:${hashManifests(manifests)}`;
};

/** What Berth has made for the cluster so far, or has seen; undefined when it reaches no cloud for it. */
const infrastructureOf = (
  { clouds }: Pick<WorkerDependencies, 'clouds'>,
  work: ClusterWork,
): InfrastructureSnapshot | undefined => {
  const { cluster, infrastructureState: state } = work;
  if (!reachesCloud(cluster)) return undefined;
  const isManaged = hasManagedInfrastructure(cluster);
  return {
    isManaged,
    isKnown: isManaged
      ? isInfrastructureKnown(cluster)
      : state?.phase === 'ready' || work.applied !== undefined,
    planHash: isManaged
      ? hashPlan(managedInfrastructureOf(work).plan(requestOf(clouds, work)), issuerMark(work))
      : hashInput(cluster.spec.platform),
    credentialWakes: work.credentialWakes,
    ...(state === undefined ? {} : { state }),
  };
};

/** Loads all that the next step of a cluster depends on. */
export const loadClusterSnapshot = async (
  deps: Pick<WorkerDependencies, 'database' | 'sealer' | 'clouds'>,
  tenantId: string,
  id: string,
): Promise<{ readonly work: ClusterWork; readonly snapshot: ClusterSnapshot } | undefined> => {
  const tx = deps.database.tenant(tenantId);
  const work = await loadClusterWork(tx, id);
  if (work === undefined) return undefined;
  const [nodePools, managementClusters] = await Promise.all([
    listClusterNodePools(tx, id),
    work.placement === undefined ? listForPlacement(deps.database.system()) : [],
  ]);
  const infrastructure = infrastructureOf(deps, work);
  const snapshot: ClusterSnapshot = {
    now: work.now,
    ...(infrastructure === undefined ? {} : { infrastructure }),
    isForced: work.deletionForce !== undefined,
    abandoned: (work.leftBehind ?? []).map(({ where }) => where),
    cluster: work.cluster,
    ...(work.placement === undefined ? {} : { placement: work.placement }),
    managementClusters,
    ...(work.applied === undefined ? {} : { applied: work.applied }),
    desiredHash: await desiredClusterHash(deps, work),
    remote: {
      namespace: work.remote.namespace,
      hostedCluster: newestRemote(work.remote.hostedCluster, work.observation),
    },
    nodePools,
    attempt: work.attempt,
  };
  return { work, snapshot };
};
