import type { ClusterStatus, PinnedRelease } from '../../domain/cluster/cluster.ts';
import type { ClusterSpec } from '../../domain/cluster/cluster-spec.ts';
import type { NodePoolStatus } from '../../domain/node-pool/node-pool.ts';
import type { NodePoolSpec } from '../../domain/node-pool/node-pool-spec.ts';
import type { NodePoolCharge } from '../../domain/quota/charge.ts';
import type { TenantTx } from '../database.ts';
import { type ChangeRecord, changeRecordCtes, changeRecordValues } from './change-record.ts';

export interface NewClusterRow {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ClusterSpec;
  readonly release: PinnedRelease;
  readonly platform: string;
  readonly baseDomain: string;
  readonly domainPrefix: string;
  readonly infraId: string;
  readonly pullSecretCredentialId: string;
  /** Others that the spec refers to, each once. */
  readonly credentialIds: readonly string[];
  readonly operationId: string;
  readonly status: ClusterStatus;
}

export interface NewNodePoolRow {
  readonly id: string;
  readonly clusterId: string;
  readonly projectId: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: NodePoolSpec;
  readonly releaseVersion: string;
  readonly releaseImage: string;
  readonly operationId: string | null;
  readonly status: NodePoolStatus;
  readonly phase: string;
  /** What it counts for against quotas. */
  readonly charge: NodePoolCharge;
}

const insertPools = (parameter: string, at: string): string => `
  new_pools AS (
    INSERT INTO node_pools (tenant_id, id, cluster_id, project_id, name, labels, spec, release_version, release_image,
      operation_id, status, phase, charged_nodes, charged_vcpu, created_at, updated_at)
    SELECT $1, p.id, p."clusterId", p."projectId", p.name, p.labels, p.spec, p."releaseVersion", p."releaseImage",
      p."operationId", p.status, p.phase, (p.charge->>'nodes')::int, (p.charge->>'vcpu')::int, ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_to_recordset(${parameter}::jsonb) AS p (id text, "clusterId" text, "projectId" text, name text,
      labels jsonb, spec jsonb, "releaseVersion" text, "releaseImage" text, "operationId" text, status jsonb, phase text,
      charge jsonb)
  )`;

const insertCluster = `
  WITH new_cluster AS (
    INSERT INTO clusters (tenant_id, id, project_id, name, labels, spec, release_version, release_image, platform,
      base_domain, domain_prefix, infra_id, pull_secret_credential_id, operation_id, status, phase, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
  ), new_references AS (
    INSERT INTO cluster_credentials (tenant_id, cluster_id, credential_id, created_at)
    SELECT $1, $2, unnest($19::text[]), $17::timestamptz
  ), ${insertPools('$18', '$17')}, ${changeRecordCtes(20)}
  SELECT 1`;

/**
 * Stores a cluster, its first node pools and everything that goes with them in one statement: one round trip, one
 * commit. Unique violations (clusters_name_key, clusters_domain_key, clusters_external_names_key,
 * idempotency_keys_pkey) are the caller's to read.
 */
export const createCluster = async (
  tx: TenantTx,
  cluster: NewClusterRow,
  pools: readonly NewNodePoolRow[],
  record: ChangeRecord,
): Promise<void> => {
  await tx.query({
    name: 'cluster-create',
    text: insertCluster,
    values: [
      tx.tenantId,
      cluster.id,
      cluster.projectId,
      cluster.name,
      JSON.stringify(cluster.labels),
      JSON.stringify(cluster.spec),
      cluster.release.version,
      cluster.release.image,
      cluster.platform,
      cluster.baseDomain,
      cluster.domainPrefix,
      cluster.infraId,
      cluster.pullSecretCredentialId,
      cluster.operationId,
      JSON.stringify(cluster.status),
      cluster.status.phase,
      record.at,
      JSON.stringify(pools),
      cluster.credentialIds,
      ...changeRecordValues(record),
    ],
  });
};

/** Stores node pools of a cluster that exists; the caller holds the cluster's row. */
export const createNodePools = async (
  tx: TenantTx,
  pools: readonly NewNodePoolRow[],
  record: ChangeRecord,
): Promise<void> => {
  await tx.query({
    name: 'node-pools-create',
    text: `WITH ${insertPools('$2', '$3')}, ${changeRecordCtes(4)} SELECT 1`,
    values: [tx.tenantId, JSON.stringify(pools), record.at, ...changeRecordValues(record)],
  });
};
