import { findCluster } from '../db/repositories/clusters.ts';
import { listInfrastructureSteps } from '../db/repositories/infrastructure-steps.ts';
import { externalInventory, managedInventory } from '../domain/infrastructure/inventory.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import type { ClusterService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';

/** What a cluster stands on in its cloud: from the journal where Berth makes it, else the ids that the user gave. */
export const createClusterResourceList =
  ({ database }: ServiceDependencies): ClusterService['listClusterResources'] =>
  async (scope, id) => {
    const tx = database.tenant(scope);
    const cluster = await findCluster(tx, id);
    if (cluster === undefined) throw notFound();
    const { spec } = cluster;
    const outputs = platformOf(spec.platform.type).existingInfrastructure(spec);
    if (outputs !== undefined) return externalInventory(outputs);
    return managedInventory(await listInfrastructureSteps(tx, id));
  };
