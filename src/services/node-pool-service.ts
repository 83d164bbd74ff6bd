import { findNodePool, listNodePools } from '../db/repositories/node-pools.ts';
import { createNodePoolChanges } from './change-node-pool.ts';
import type { NodePoolService } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import { createNodePoolCreation } from './create-node-pool.ts';
import { guardService } from './database-guard.ts';
import { notFound } from './preconditions.ts';

export const createNodePoolService = (deps: CreateClusterDependencies): NodePoolService =>
  guardService({
    createNodePool: createNodePoolCreation(deps),
    ...createNodePoolChanges(deps),
    getNodePool: async (scope, id) => {
      const pool = await findNodePool(deps.database.tenant(scope), id);
      if (pool === undefined) throw notFound();
      return pool;
    },
    listNodePools: (scope, page, filter) =>
      listNodePools(deps.database.tenant(scope), { ...page, ...filter }),
  });
