import type { Cluster } from '../../domain/cluster/cluster.ts';
import type { TenantTx } from '../database.ts';
import { type ClusterRow, clusterColumns, toCluster } from './cluster-row.ts';
import { Conditions, cutPage } from './page.ts';

const selectOne = `SELECT ${clusterColumns} FROM clusters WHERE tenant_id = $1 AND id = $2`;

export const findCluster = async (tx: TenantTx, id: string): Promise<Cluster | undefined> => {
  const { rows } = await tx.query<ClusterRow>({
    name: 'cluster-get',
    text: selectOne,
    values: [tx.tenantId, id],
  });
  return rows[0] && toCluster(rows[0]);
};

/** Reads and locks: what is decided on this row holds until the transaction ends. */
export const lockCluster = async (tx: TenantTx, id: string): Promise<Cluster | undefined> => {
  const { rows } = await tx.query<ClusterRow>({
    name: 'cluster-lock',
    text: `${selectOne} FOR UPDATE`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toCluster(rows[0]);
};

export interface ClusterQuery {
  readonly limit: number;
  readonly after?: { readonly id: string };
  readonly name?: string;
  readonly projectId?: string;
  readonly phase?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Columns are renamed, so that those of clusters need no name before them. */
const joinLabel = (where: Conditions, n: number, key: string, value: string): string =>
  `JOIN cluster_labels AS l${n} (l${n}_tenant, l${n}_key, l${n}_value, l${n}_cluster, l${n}_at)
     ON l${n}_tenant = tenant_id AND l${n}_cluster = id
     AND l${n}_key = ${where.parameter(key)} AND l${n}_value = ${where.parameter(value)}`;

export const listClusters = async (
  tx: TenantTx,
  query: ClusterQuery,
): Promise<{ readonly items: readonly Cluster[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .addDefined('id < ?', query.after?.id)
    .addDefined('name = ?', query.name)
    .addDefined('project_id = ?', query.projectId)
    .addDefined('phase = ?', query.phase);
  const joins = Object.entries(query.labels ?? {}).map(([key, value], n) => joinLabel(where, n, key, value));
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<ClusterRow>({
    text: `SELECT ${clusterColumns} FROM clusters ${joins.join(' ')} WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toCluster), query.limit);
};

/** The id of the cluster that holds a name, for the answer to a second create of it. */
export const findClusterIdByName = async (
  tx: TenantTx,
  projectId: string,
  name: string,
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM clusters WHERE tenant_id = $1 AND project_id = $2 AND name = $3',
    values: [tx.tenantId, projectId, name],
  });
  return rows[0]?.id;
};
