import type { NodePool, NodePoolStatus } from '../../domain/node-pool/node-pool.ts';
import type { NodePoolSpec } from '../../domain/node-pool/node-pool-spec.ts';

export interface NodePoolRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly cluster_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly generation: number;
  readonly revision: number;
  readonly spec: NodePoolSpec;
  readonly release_version: string;
  readonly release_image: string;
  readonly operation_id: string | null;
  readonly deletion_requested_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: NodePoolStatus;
}

export const nodePoolColumns = `tenant_id, id, cluster_id, project_id, name, labels, generation, revision, spec,
  release_version, release_image, operation_id, deletion_requested_at, created_at, updated_at, status`;

export const toNodePool = (row: NodePoolRow): NodePool => ({
  tenantId: row.tenant_id,
  id: row.id,
  clusterId: row.cluster_id,
  projectId: row.project_id,
  name: row.name,
  labels: row.labels,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...(row.deletion_requested_at === null ? {} : { deletionRequestedAt: row.deletion_requested_at }),
  spec: row.spec,
  release: { version: row.release_version, image: row.release_image },
  status: row.status,
  ...(row.operation_id === null ? {} : { operationId: row.operation_id }),
});
