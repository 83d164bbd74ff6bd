import { registerAll } from '../route-deps.ts';
import { createNodePool } from './create-node-pool.ts';
import { deleteNodePool } from './delete-node-pool.ts';
import { getNodePool } from './get-node-pool.ts';
import { listNodePools } from './list-node-pools.ts';
import { updateNodePool } from './update-node-pool.ts';

/** Node pools of the caller's clusters. */
export const nodePoolRoutes = registerAll([
  listNodePools,
  createNodePool,
  getNodePool,
  updateNodePool,
  deleteNodePool,
]);
