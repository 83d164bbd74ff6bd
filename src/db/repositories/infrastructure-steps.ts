import type { JournalRow, JournalState } from '../../domain/infrastructure/journal.ts';
import type { TenantTx } from '../database.ts';
import { jsonText } from '../json-text.ts';

interface StepRow {
  readonly step: string;
  readonly type: string;
  readonly ownership: JournalRow['ownership'];
  readonly state: JournalState;
  readonly external_id: string | null;
  readonly client_token: string;
  readonly input_hash: string;
  readonly input: Record<string, unknown>;
  readonly intended_at: string | null;
  readonly attempts: number;
  readonly last_error: JournalRow['lastError'] | null;
}

const toJournalRow = (row: StepRow): JournalRow => ({
  step: row.step,
  type: row.type,
  ownership: row.ownership,
  state: row.state,
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  clientToken: row.client_token,
  inputHash: row.input_hash,
  input: row.input,
  ...(row.intended_at === null ? {} : { intendedAt: row.intended_at }),
  attempts: row.attempts,
  ...(row.last_error === null ? {} : { lastError: row.last_error }),
});

/** The journal of a cluster's infrastructure, by step. */
export const listInfrastructureSteps = async (
  tx: TenantTx,
  clusterId: string,
): Promise<readonly JournalRow[]> => {
  const { rows } = await tx.query<StepRow>({
    name: 'infrastructure-steps',
    text: `SELECT step, type, ownership, state, external_id, client_token, input_hash, input, intended_at, attempts, last_error
           FROM infrastructure_steps WHERE tenant_id = $1 AND cluster_id = $2 ORDER BY step`,
    values: [tx.tenantId, clusterId],
  });
  return rows.map(toJournalRow);
};

/** Stores one row of the journal as it is now. */
export const saveInfrastructureStep = async (
  tx: TenantTx,
  clusterId: string,
  row: JournalRow,
): Promise<void> => {
  await tx.query({
    name: 'infrastructure-step-save',
    text: `INSERT INTO infrastructure_steps (tenant_id, cluster_id, step, type, ownership, state, external_id, client_token,
             input_hash, input, intended_at, attempts, last_error)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
           ON CONFLICT (tenant_id, cluster_id, step) DO UPDATE SET state = excluded.state,
             external_id = excluded.external_id, client_token = excluded.client_token,
             input_hash = excluded.input_hash, input = excluded.input, intended_at = excluded.intended_at,
             attempts = excluded.attempts, last_error = excluded.last_error, updated_at = now()`,
    values: [
      tx.tenantId,
      clusterId,
      row.step,
      row.type,
      row.ownership,
      row.state,
      row.externalId ?? null,
      row.clientToken,
      row.inputHash,
      jsonText(row.input),
      row.intendedAt ?? null,
      row.attempts,
      row.lastError === undefined ? null : jsonText(row.lastError),
    ],
  });
};
