import { type Database, fleetTenant, recordsOf } from '../db/database.ts';
import type { IdempotencyRecord } from '../db/repositories/change-record.ts';
import { findIdempotencyKey, type StoredRequest } from '../db/repositories/idempotency.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { RequestContext } from './request-context.ts';

/** The answer to an earlier request with the same key. Throws 422 when that request was another one. */
export const replayOf = (
  context: RequestContext,
  stored: StoredRequest | undefined,
): JsonObject | undefined => {
  if (stored === undefined || context.idempotency === undefined) return undefined;
  if (!stored.requestHash.equals(context.idempotency.requestHash)) {
    throw new BerthError(
      'idempotency-key-reused',
      'An earlier request with this Idempotency-Key had another body. Use a new key for a new request.',
    );
  }
  return stored.response;
};

/** Looks the key up and answers as replayOf does. */
export const findReplay = async (
  database: Database,
  context: RequestContext,
): Promise<JsonObject | undefined> => {
  const claim = context.idempotency;
  if (claim === undefined) return undefined;
  const { tenantId } = context;
  const records =
    tenantId === fleetTenant ? recordsOf(database.system(), fleetTenant) : database.tenant(tenantId);
  return replayOf(context, await findIdempotencyKey(records, claim.route, claim.key));
};

export const idempotencyRecord = (
  context: RequestContext,
  response: JsonObject,
): IdempotencyRecord | undefined => context.idempotency && { ...context.idempotency, response };
