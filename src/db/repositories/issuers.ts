import type { TenantTx } from '../database.ts';
import { type ChangeRecord, changeRecordCtes, changeRecordValues } from './change-record.ts';

/** Asks for a new signing key with the next generation of a cluster, and makes it due at once. The caller holds the row. */
export const requestSigningKey = async (
  tx: TenantTx,
  request: { readonly id: string; readonly operationId: string; readonly at: string },
  record: ChangeRecord,
): Promise<void> => {
  await tx.query({
    name: 'signing-key-request',
    text: `WITH asked AS (
             UPDATE clusters SET signing_key_generation = generation + 1, generation = generation + 1,
               revision = revision + 1, operation_id = $3, updated_at = $4, next_attempt_at = now(), wakes = wakes + 1,
               attempt = attempt - 'nextAttemptAt'
             WHERE tenant_id = $1 AND id = $2
           ), ${changeRecordCtes(5)} SELECT 1`,
    values: [tx.tenantId, request.id, request.operationId, request.at, ...changeRecordValues(record)],
  });
};
