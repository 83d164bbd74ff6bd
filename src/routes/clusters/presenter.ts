import type { Cluster } from '../../domain/cluster/cluster.ts';
import type { ResourceKind } from '../shared/accepted.ts';

const presentStatus = ({ status, operationId, domainPrefix }: Cluster) => ({
  phase: status.phase,
  health: status.health,
  observedGeneration: status.observedGeneration,
  operationId,
  progress: status.progress,
  waitingOn: status.waitingOn,
  conditions: status.conditions,
  version: status.version,
  endpoints: status.endpoints,
  nodes: status.nodes,
  placement: { managementCluster: status.placement.managementClusterId, reason: status.placement.reason },
  infrastructure: { id: status.infrastructure.id },
  dns: { domainPrefix },
  hostedCluster: status.hostedCluster,
});

/** A cluster as the API shows it. Members are named one by one: what is not here does not get out. */
export const presentCluster = (cluster: Cluster) => ({
  id: cluster.id,
  name: cluster.name,
  tenantId: cluster.tenantId,
  projectId: cluster.projectId,
  labels: cluster.labels,
  generation: cluster.generation,
  revision: cluster.revision,
  createdAt: cluster.createdAt,
  updatedAt: cluster.updatedAt,
  deletionRequestedAt: cluster.deletionRequestedAt,
  spec: cluster.spec,
  status: presentStatus(cluster),
});

export const clusterKind: ResourceKind<Cluster> = {
  member: 'cluster',
  read: ({ services }, scope, id) => services.clusters.getCluster(scope, id),
  present: presentCluster,
};
