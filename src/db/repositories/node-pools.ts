import type { NodePool } from '../../domain/node-pool/node-pool.ts';
import type { TenantTx } from '../database.ts';
import { type NodePoolRow, nodePoolColumns, toNodePool } from './node-pool-row.ts';
import { Conditions, cutPage } from './page.ts';

const selectOne = `SELECT ${nodePoolColumns} FROM node_pools WHERE tenant_id = $1 AND id = $2`;

export const findNodePool = async (tx: TenantTx, id: string): Promise<NodePool | undefined> => {
  const { rows } = await tx.query<NodePoolRow>({
    name: 'node-pool-get',
    text: selectOne,
    values: [tx.tenantId, id],
  });
  return rows[0] && toNodePool(rows[0]);
};

export const lockNodePool = async (tx: TenantTx, id: string): Promise<NodePool | undefined> => {
  const { rows } = await tx.query<NodePoolRow>({
    name: 'node-pool-lock',
    text: `${selectOne} FOR UPDATE`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toNodePool(rows[0]);
};

/** All pools of a cluster, oldest first. */
export const listClusterNodePools = async (tx: TenantTx, clusterId: string): Promise<readonly NodePool[]> => {
  const { rows } = await tx.query<NodePoolRow>({
    name: 'node-pools-of-cluster',
    text: `SELECT ${nodePoolColumns} FROM node_pools WHERE tenant_id = $1 AND cluster_id = $2 ORDER BY id`,
    values: [tx.tenantId, clusterId],
  });
  return rows.map(toNodePool);
};

export interface NodePoolQuery {
  readonly limit: number;
  readonly after?: { readonly id: string };
  readonly clusterId?: string;
  readonly name?: string;
}

export const listNodePools = async (
  tx: TenantTx,
  query: NodePoolQuery,
): Promise<{ readonly items: readonly NodePool[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .addDefined('id < ?', query.after?.id)
    .addDefined('cluster_id = ?', query.clusterId)
    .addDefined('name = ?', query.name);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<NodePoolRow>({
    text: `SELECT ${nodePoolColumns} FROM node_pools WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toNodePool), query.limit);
};
