import type { FleetService } from '../../services/contract.ts';

type ManagementCluster = Awaited<ReturnType<FleetService['getManagementCluster']>>;

/** A management cluster as the fleet operator sees it. */
export const presentManagementCluster = (cluster: ManagementCluster) => ({
  id: cluster.id,
  name: cluster.name,
  labels: cluster.labels,
  region: cluster.region,
  platforms: cluster.platforms,
  capacity: cluster.capacity,
  cordoned: cluster.cordoned,
  kubeconfig: { set: cluster.kubeconfig.set, fingerprint: cluster.kubeconfig.fingerprint },
  generation: cluster.generation,
  revision: cluster.revision,
  createdAt: cluster.createdAt,
  updatedAt: cluster.updatedAt,
  status: {
    reachable: cluster.reachable,
    message: cluster.reachabilityMessage,
    lastContactAt: cluster.lastContactAt,
    serverVersion: cluster.serverVersion,
    supportedMinors: cluster.supportedMinors,
    placed: cluster.placed,
  },
});
