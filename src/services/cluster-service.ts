import { findCluster, listClusters } from '../db/repositories/clusters.ts';
import type { ClusterService } from './contract.ts';
import { type CreateClusterDependencies, createClusterCreation } from './create-cluster.ts';
import { guardService } from './database-guard.ts';
import { createClusterDeletion } from './delete-cluster.ts';
import { createClusterResourceList } from './list-cluster-resources.ts';
import { createClusterPlanning } from './plan-cluster.ts';
import { notFound } from './preconditions.ts';
import { createSigningKeyRotation } from './rotate-signing-key.ts';
import { createClusterUpdate } from './update-cluster.ts';
import type { AskWorker } from './worker-questions.ts';

export const createClusterService = (deps: CreateClusterDependencies, askWorker: AskWorker): ClusterService =>
  guardService({
    createCluster: createClusterCreation(deps),
    planCluster: createClusterPlanning(deps, askWorker),
    updateCluster: createClusterUpdate(deps),
    deleteCluster: createClusterDeletion(deps),
    getCluster: async (scope, id) => {
      const cluster = await findCluster(deps.database.tenant(scope), id);
      if (cluster === undefined) throw notFound();
      return cluster;
    },
    rotateSigningKey: createSigningKeyRotation(deps),
    listClusterResources: createClusterResourceList(deps),
    listClusters: (scope, page, filter) => listClusters(deps.database.tenant(scope), { ...page, ...filter }),
  });
