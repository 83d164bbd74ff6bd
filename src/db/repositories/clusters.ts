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

export const listClusters = async (
  tx: TenantTx,
  query: ClusterQuery,
): Promise<{ readonly items: readonly Cluster[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .addDefined('id < ?', query.after?.id)
    .addDefined('name = ?', query.name)
    .addDefined('project_id = ?', query.projectId)
    .addDefined('phase = ?', query.phase)
    .addDefined('labels @> ?::jsonb', query.labels && JSON.stringify(query.labels));
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<ClusterRow>({
    text: `SELECT ${clusterColumns} FROM clusters WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
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
