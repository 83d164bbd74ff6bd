import { registerAll } from '../route-deps.ts';
import { createCluster } from './create-cluster.ts';
import { deleteCluster } from './delete-cluster.ts';
import { getCluster } from './get-cluster.ts';
import { issueKubeconfig } from './issue-kubeconfig.ts';
import { listClusterResources } from './list-cluster-resources.ts';
import { listClusters } from './list-clusters.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { updateCluster } from './update-cluster.ts';

/** Clusters of the caller's tenant. */
export const clusterRoutes = registerAll([
  listClusters,
  createCluster,
  getCluster,
  updateCluster,
  deleteCluster,
  listClusterResources,
  issueKubeconfig,
  rotateSigningKey,
]);
