import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import {
  countKeyUse,
  envelopeTables,
  type KeyUse,
  listOldEnvelopes,
  type StoredEnvelope,
  saveRewrapped,
} from '../db/repositories/envelopes.ts';
import type { SealContext, Sealed, Sealer } from '../domain/credential/sealed.ts';

const batchSize = 100;
/** Rewrapped at once beside the work that opened them; more are left to a later read. */
const mostAtOnce = 4;

const rewrapOne = async (database: Database, sealer: Sealer, stored: StoredEnvelope): Promise<boolean> => {
  const renewed = await sealer.rewrap(stored.context, stored.sealed);
  return renewed !== undefined && saveRewrapped(database.system(), stored, renewed);
};

/**
 * Wraps anew, beside its work, what was opened under an older key. Nobody waits for it, and a failure is met again at the
 * next read.
 */
export const createLazyRewrap = (
  database: Database,
  logger: Logger,
  sealer: () => Sealer,
): ((context: SealContext, sealed: Sealed) => void) => {
  const underWay = new Set<string>();
  return (context, sealed) => {
    const name = sealed.wrappedKey;
    if (underWay.size >= mostAtOnce || underWay.has(name)) return;
    underWay.add(name);
    rewrapOne(database, sealer(), { context, sealed })
      .catch((error: unknown) => logger.warn({ ...context, error }, 'a secret could not be wrapped anew'))
      .finally(() => underWay.delete(name));
  };
};

export interface RewrapReport {
  readonly rewrapped: number;
  /** Could not be opened: their key is not there, or they were altered. */
  readonly failed: readonly { readonly context: SealContext; readonly reason: string }[];
  readonly use: readonly KeyUse[];
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';

/** Wraps all that is under older keys anew. Safe beside running processes, and to begin again. Throws `unavailable`. */
export const rewrapSecrets = async (database: Database, sealer: Sealer): Promise<RewrapReport> => {
  let rewrapped = 0;
  const failed: { context: SealContext; reason: string }[] = [];
  for (const table of envelopeTables) {
    let after = '';
    for (;;) {
      const page = { keyId: sealer.keyId, after, limit: batchSize };
      const found = await listOldEnvelopes(database.system(), table, page);
      for (const stored of found) {
        try {
          if (await rewrapOne(database, sealer, stored)) rewrapped += 1;
        } catch (error) {
          if (isUnavailable(error)) throw error;
          failed.push({
            context: stored.context,
            reason: error instanceof Error ? error.message : 'unknown',
          });
        }
      }
      after = found.at(-1)?.context.id ?? after;
      if (found.length < batchSize) break;
    }
  }
  return { rewrapped, failed, use: await countKeyUse(database.system()) };
};
