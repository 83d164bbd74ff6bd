import type { JsonObject } from '../../domain/shared/json.ts';
import type { TenantTx } from '../database.ts';

export interface StoredRequest {
  readonly requestHash: Buffer;
  readonly response: JsonObject;
}

/** What an earlier request with this key made, if there was one in the last 24 hours. */
export const findIdempotencyKey = async (
  tx: TenantTx,
  route: string,
  key: string,
): Promise<StoredRequest | undefined> => {
  const { rows } = await tx.query<{ request_hash: Buffer; response: JsonObject }>({
    name: 'idempotency-get',
    text: 'SELECT request_hash, response FROM idempotency_keys WHERE tenant_id = $1 AND route = $2 AND key = $3',
    values: [tx.tenantId, route, key],
  });
  return rows[0] && { requestHash: rows[0].request_hash, response: rows[0].response };
};
