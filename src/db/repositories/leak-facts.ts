import type { RecordedThing } from '../../domain/leak/find-missing.ts';
import type { HostedClusterReferences, KnownOwners } from '../../domain/leak/owner.ts';
import { plusSeconds } from '../../domain/shared/time.ts';
import type { Sql, SystemTx, TenantTx } from '../database.ts';

/** Ids that marks and labels name. */
export interface NamedOwners {
  readonly infraIds: readonly string[];
  readonly clusterIds: readonly string[];
  readonly nodePoolIds: readonly string[];
}

/** Reads who of the named lives and who was deleted. To be read after the list that names them. */
export const findOwners = async (sql: Sql, named: NamedOwners): Promise<KnownOwners> => {
  const [infra, clusters, pools, deletedClusters, deletedPools] = await Promise.all([
    sql.query<{ infra_id: string }>({
      name: 'leak-infra-ids',
      text: 'SELECT infra_id FROM clusters WHERE infra_id = ANY($1)',
      values: [[...named.infraIds]],
    }),
    sql.query<{ id: string; management_cluster_id: string | null }>({
      name: 'leak-clusters',
      text: 'SELECT id, management_cluster_id FROM clusters WHERE id = ANY($1)',
      values: [[...named.clusterIds]],
    }),
    sql.query<{ id: string }>({
      name: 'leak-node-pools',
      text: 'SELECT id FROM node_pools WHERE id = ANY($1)',
      values: [[...named.nodePoolIds]],
    }),
    sql.query<{ id: string }>({
      name: 'leak-deleted-clusters',
      text: `SELECT cluster_id AS id FROM operations
             WHERE cluster_id = ANY($1) AND type = 'cluster.delete' AND state = 'succeeded'`,
      values: [[...named.clusterIds]],
    }),
    sql.query<{ id: string }>({
      name: 'leak-deleted-pools',
      text: `SELECT target_id AS id FROM operations
             WHERE cluster_id = ANY($1) AND target_id = ANY($2) AND type = 'nodePool.delete' AND state = 'succeeded'`,
      values: [[...named.clusterIds], [...named.nodePoolIds]],
    }),
  ]);
  return {
    infraIds: new Set(infra.rows.map((row) => row.infra_id)),
    clusters: new Map(clusters.rows.map((row) => [row.id, row.management_cluster_id ?? undefined])),
    nodePoolIds: new Set(pools.rows.map(({ id }) => id)),
    deleted: new Set([...deletedClusters.rows, ...deletedPools.rows].map(({ id }) => id)),
  };
};

/** What was last seen on the management clusters, and whether each was seen whole not long before `now`. */
export const findReferences = async (
  sql: Sql,
  infraIds: readonly string[],
  now: string,
  knownForSeconds: number,
): Promise<HostedClusterReferences> => {
  const { rows } = await sql.query<{ infra_ids: readonly string[]; unknown: number }>({
    name: 'leak-references',
    text: `SELECT ARRAY(
               SELECT DISTINCT infra_id FROM leak_places p, unnest(p.infra_ids) AS infra_id
               WHERE p.kind = 'managementCluster' AND infra_id = ANY($1)) AS infra_ids,
             (SELECT count(*) FROM management_clusters m WHERE NOT EXISTS (
               SELECT 1 FROM leak_places p WHERE p.management_cluster_id = m.id AND p.succeeded_at >= $2)) AS unknown`,
    values: [[...infraIds], plusSeconds(now, -knownForSeconds)],
  });
  return { infraIds: new Set(rows[0]?.infra_ids), areAllKnown: rows[0]?.unknown === 0 };
};

/** Things that the journal says are there, of clusters that live and that one of the credentials opens the account of. */
export const listRecordedThings = async (
  tx: TenantTx,
  platform: string,
  credentialIds: readonly string[],
): Promise<readonly RecordedThing[]> => {
  const { rows } = await tx.query<{
    step: string;
    type: string;
    external_id: string;
    updated_at: string;
    cluster_id: string;
    infra_id: string;
  }>({
    text: `SELECT s.step, s.type, s.external_id, s.updated_at, s.cluster_id, c.infra_id
           FROM clusters c JOIN infrastructure_steps s ON s.tenant_id = c.tenant_id AND s.cluster_id = c.id
           WHERE c.tenant_id = $1 AND c.platform = $2 AND c.deletion_requested_at IS NULL
             AND c.spec #>> ARRAY['platform', $2::text, 'credentialId'] = ANY($3)
             AND s.ownership = 'managed' AND s.state IN ('created', 'settled') AND s.external_id IS NOT NULL
             AND coalesce(s.input ->> 'account', 'cluster') = 'cluster'`,
    values: [tx.tenantId, platform, [...credentialIds]],
  });
  return rows.map((row) => ({
    side: 'cloud',
    type: row.type,
    id: row.external_id,
    step: row.step,
    infraId: row.infra_id,
    clusterId: row.cluster_id,
    tenantId: tx.tenantId,
    isProtected: false,
    recordedAt: row.updated_at,
  }));
};

/** Regions in which live clusters of these credentials have anything. */
export const listRegionsInUse = async (
  tx: TenantTx,
  platform: string,
  credentialIds: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await tx.query<{ region: string | null }>({
    text: `SELECT DISTINCT coalesce(c.spec #>> ARRAY['platform', $2::text, 'region'],
               c.spec #>> ARRAY['platform', $2::text, 'location']) AS region
           FROM cluster_credentials k JOIN clusters c ON c.tenant_id = k.tenant_id AND c.id = k.cluster_id
           WHERE k.tenant_id = $1 AND k.credential_id = ANY($3) AND c.platform = $2`,
    values: [tx.tenantId, platform, [...credentialIds]],
  });
  return rows.flatMap(({ region }) => region ?? []);
};

/** Namespaces of clusters whose objects were applied to a management cluster. */
export const listPlacedNamespaces = async (
  sql: SystemTx,
  managementClusterId: string,
): Promise<readonly RecordedThing[]> => {
  const { rows } = await sql.query<{
    id: string;
    tenant_id: string;
    infra_id: string;
    namespace: string;
    applied_at: string;
  }>({
    text: `SELECT id, tenant_id, infra_id, placement ->> 'namespace' AS namespace, applied ->> 'at' AS applied_at
           FROM clusters WHERE management_cluster_id = $1 AND applied IS NOT NULL AND deletion_requested_at IS NULL
             AND placement ->> 'namespace' IS NOT NULL`,
    values: [managementClusterId],
  });
  return rows.map((row) => ({
    side: 'managementCluster',
    type: 'Namespace',
    id: row.namespace,
    clusterId: row.id,
    tenantId: row.tenant_id,
    infraId: row.infra_id,
    isProtected: false,
    recordedAt: row.applied_at,
  }));
};

/** How many clusters there are, counted up to `most`. */
export const countClusters = async (sql: SystemTx, most: number): Promise<number> => {
  const { rows } = await sql.query<{ count: number }>({
    text: 'SELECT count(*) AS count FROM (SELECT 1 FROM clusters LIMIT $1) AS counted',
    values: [most],
  });
  return rows[0]?.count ?? 0;
};

export const readNow = async (sql: Sql): Promise<string> => {
  const { rows } = await sql.query<{ now: string }>({ name: 'leak-now', text: 'SELECT now() AS now' });
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database did not tell the time');
  return now;
};
