import type { ExceededQuota } from '../domain/quota/quota.ts';

/** What a failed statement means for its caller. */
export type DatabaseErrorClass = 'unique' | 'foreign-key' | 'conflict' | 'transient' | 'quota' | 'other';

interface PostgresError {
  readonly detail?: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly message?: string;
}

const classOfCode: Readonly<Record<string, DatabaseErrorClass>> = {
  '23505': 'unique',
  '23503': 'foreign-key',
  '40001': 'conflict',
  '40P01': 'conflict',
  '55P03': 'conflict',
  // Our own: use_quota refuses.
  BQ001: 'quota',
  // Shut down, starting up, cannot connect now, too many connections, statement time-out.
  '57P01': 'transient',
  '57P02': 'transient',
  '57P03': 'transient',
  '57014': 'transient',
  '53300': 'transient',
  '25P03': 'transient',
  '25006': 'transient',
};

// A name that does not resolve belongs to them: the database is being moved, or the resolver is away.
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** node-postgres reports a lost connection as a plain Error without a code. */
const lostConnection =
  /connection terminated|timeout exceeded|query read timeout|not queryable|client has encountered/i;

/** Classifies by code and, where there is none, by what node-postgres says of a lost connection. */
export const classifyDatabaseError = (error: unknown): DatabaseErrorClass => {
  const { code, message } = (error ?? {}) as PostgresError;
  if (code !== undefined) {
    const known = classOfCode[code];
    if (known !== undefined) return known;
    return code.startsWith('08') || code.startsWith('53') || socketCodes.has(code) ? 'transient' : 'other';
  }
  return lostConnection.test(message ?? '') ? 'transient' : 'other';
};

/** Name of the violated constraint, for the caller's own decision; never for a text that leaves the service. */
export const constraintOf = (error: unknown): string | undefined =>
  (error as PostgresError | undefined)?.constraint;

/** What use_quota says of the limits in the way. */
export const exceededOf = (error: unknown): readonly ExceededQuota[] =>
  JSON.parse((error as PostgresError).detail ?? '[]') as ExceededQuota[];
