import { type Database, fleetTenant, recordsOf } from '../db/database.ts';
import { classifyDatabaseError } from '../db/database-error.ts';
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

/** The request that came first with this key may have won the race, or have been ours, with its reply lost. */
const mayBeOurOwn = (error: unknown): boolean => {
  if (error instanceof BerthError) return error.code === 'name-conflict';
  const failure = classifyDatabaseError(error);
  return failure === 'unique' || failure === 'transient';
};

/**
 * Makes something once for an Idempotency-Key: the answer of an earlier request is given again, also of one that was
 * still under way when this one began.
 */
export const makeOnce = async <Result>(
  database: Database,
  context: RequestContext,
  replayed: (stored: JsonObject) => Result | Promise<Result>,
  make: () => Promise<Result>,
): Promise<Result> => {
  const earlier = await findReplay(database, context);
  if (earlier !== undefined) return replayed(earlier);
  try {
    return await make();
  } catch (error) {
    if (context.idempotency === undefined || !mayBeOurOwn(error)) throw error;
    const first = await findReplay(database, context).catch((failure: unknown) => {
      throw failure instanceof BerthError ? failure : error;
    });
    if (first === undefined) throw error;
    return replayed(first);
  }
};

export const idempotencyRecord = (
  context: RequestContext,
  response: JsonObject,
): IdempotencyRecord | undefined => context.idempotency && { ...context.idempotency, response };
