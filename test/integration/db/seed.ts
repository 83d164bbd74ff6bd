import type { Pool } from 'pg';

/** The n-th id of a kind: later numbers sort later, as ids made later do. */
export const idOf = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

export const tenantId = idOf('ten', 1);
export const otherTenantId = idOf('ten', 2);
export const projectId = idOf('prj', 1);
const pullSecretId = idOf('cr', 1);

/** Two tenants, each with a project and a pull secret of the same ids. */
export const seedTenants = async (pool: Pool): Promise<void> => {
  await pool.query(`INSERT INTO tenants (id, name) VALUES ($1, 'acme'), ($2, 'umbrella')`, [
    tenantId,
    otherTenantId,
  ]);
  await pool.query(`INSERT INTO projects (tenant_id, id, name) SELECT id, $1, 'default' FROM tenants`, [
    projectId,
  ]);
  await pool.query(
    `INSERT INTO credentials (tenant_id, id, name, kind, sealed, fingerprint)
     SELECT id, $1, 'pull', 'pullSecret', '{}', 'f' FROM tenants`,
    [pullSecretId],
  );
};

/** Clusters with the given numbers: number 7 has the id `cl_…7` and the name `c7`. */
export const seedClusters = async (
  pool: Pool,
  numbers: readonly number[],
  tenant: string = tenantId,
): Promise<void> => {
  await pool.query(
    `INSERT INTO clusters (tenant_id, id, project_id, name, spec, release_version, release_image, platform, base_domain,
       domain_prefix, infra_id, pull_secret_credential_id, status, phase)
     SELECT $1, id, $3, 'c' || n, '{}', '4.20.1', 'image', 'none', 'example.com', 'c' || n, 'i' || n, $4,
       '{"phase": "pending"}', 'pending'
     FROM unnest($2::text[], $5::int[]) AS wanted (id, n)`,
    [tenant, numbers.map((n) => idOf('cl', n)), projectId, pullSecretId, numbers],
  );
};

export const seedManagementCluster = async (pool: Pool, id: string, capacity: number): Promise<void> => {
  await pool.query(
    `INSERT INTO management_clusters (id, name, platforms, capacity, reachable) VALUES ($1, $1, '{none}', $2, true)`,
    [id, capacity],
  );
};
