import type { Cluster, ClusterStatus } from '../../domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';

export interface ClusterRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly generation: number;
  readonly revision: number;
  readonly spec: ClusterSpec;
  readonly release_version: string;
  readonly release_image: string;
  readonly domain_prefix: string;
  readonly infra_id: string;
  readonly operation_id: string | null;
  readonly deletion_requested_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly status: ClusterStatus;
}

export const clusterColumns = `tenant_id, id, project_id, name, labels, generation, revision, spec, release_version,
  release_image, domain_prefix, infra_id, operation_id, deletion_requested_at, created_at, updated_at, status`;

export const toCluster = (row: ClusterRow): Cluster => ({
  tenantId: row.tenant_id,
  id: row.id,
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
  domainPrefix: row.domain_prefix,
  infraId: row.infra_id,
  status: row.status,
  ...(row.operation_id === null ? {} : { operationId: row.operation_id }),
});
