import type { NodePool } from '../../domain/node-pool/node-pool.ts';
import type { ResourceKind } from '../shared/accepted.ts';

const presentStatus = ({ status, operationId }: NodePool) => ({
  phase: status.phase,
  observedGeneration: status.observedGeneration,
  operationId,
  replicas: status.replicas,
  version: status.version,
  conditions: status.conditions,
  waitingOn: status.waitingOn,
  nodePool: status.nodePool,
});

/** A node pool as the API shows it. */
export const presentNodePool = (pool: NodePool) => ({
  id: pool.id,
  name: pool.name,
  tenantId: pool.tenantId,
  projectId: pool.projectId,
  clusterId: pool.clusterId,
  labels: pool.labels,
  generation: pool.generation,
  revision: pool.revision,
  createdAt: pool.createdAt,
  updatedAt: pool.updatedAt,
  deletionRequestedAt: pool.deletionRequestedAt,
  spec: pool.spec,
  status: presentStatus(pool),
});

export const nodePoolKind: ResourceKind<NodePool> = {
  member: 'nodePool',
  read: ({ services }, scope, id) => services.nodePools.getNodePool(scope, id),
  present: presentNodePool,
};
