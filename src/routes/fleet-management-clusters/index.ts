import { registerAll } from '../route-deps.ts';
import { deleteManagementCluster } from './delete-management-cluster.ts';
import { getManagementCluster } from './get-management-cluster.ts';
import { listManagementClusters } from './list-management-clusters.ts';
import { registerManagementCluster } from './register-management-cluster.ts';
import { updateManagementCluster } from './update-management-cluster.ts';

/** Where control planes live; for fleet keys only. */
export const fleetManagementClusterRoutes = registerAll([
  listManagementClusters,
  registerManagementCluster,
  getManagementCluster,
  updateManagementCluster,
  deleteManagementCluster,
]);
