import { registerAll } from '../route-deps.ts';
import { createCluster } from './create-cluster.ts';
import { getCluster } from './get-cluster.ts';

/** Clusters of the caller's tenant. */
export const clusterRoutes = registerAll([createCluster, getCluster]);
