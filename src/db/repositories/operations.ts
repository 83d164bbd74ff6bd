import type { LeftBehind } from '../../domain/cluster/left-behind.ts';
import type { Operation, OperationState } from '../../domain/operation/operation.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';
import { type OperationRow, operationColumns, toOperation } from './operation-row.ts';
import { Conditions, cutPage } from './page.ts';

export const findOperation = async (tx: TenantTx, id: string): Promise<Operation | undefined> => {
  const { rows } = await tx.query<OperationRow>({
    name: 'operation-get',
    text: `SELECT ${operationColumns} FROM operations WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toOperation(rows[0]);
};

export interface OperationQuery {
  readonly limit: number;
  readonly after?: { readonly id: string };
  readonly targetId?: string;
  readonly clusterId?: string;
  readonly state?: OperationState;
}

export const listOperations = async (
  tx: TenantTx,
  query: OperationQuery,
): Promise<{ readonly items: readonly Operation[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .addDefined('id < ?', query.after?.id)
    .addDefined('target_id = ?', query.targetId)
    .addDefined('cluster_id = ?', query.clusterId)
    .addDefined('state = ?', query.state);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<OperationRow>({
    text: `SELECT ${operationColumns} FROM operations WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toOperation), query.limit);
};

/** Operations of a target that have not ended, oldest first. */
export const listOpenOperations = async (tx: TenantTx, targetId: string): Promise<readonly Operation[]> => {
  const { rows } = await tx.query<OperationRow>({
    name: 'operations-open',
    text: `SELECT ${operationColumns} FROM operations
           WHERE tenant_id = $1 AND target_id = $2 AND ended_at IS NULL ORDER BY id`,
    values: [tx.tenantId, targetId],
  });
  return rows.map(toOperation);
};

/** Notes on the open operations of a cluster what its forced deletion leaves behind. */
export const noteLeftBehind = async (
  tx: TenantTx,
  clusterId: string,
  leftBehind: readonly LeftBehind[],
): Promise<void> => {
  await tx.query({
    text: `UPDATE operations SET left_behind = $3 WHERE tenant_id = $1 AND target_id = $2 AND ended_at IS NULL`,
    values: [tx.tenantId, clusterId, jsonText(leftBehind)],
  });
};
