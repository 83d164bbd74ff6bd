import { Pool, types } from 'pg';

// 2026-11-30 21:50:00.5+00, as PostgreSQL writes a time in UTC; fractions are at most milliseconds here.
const utcTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

/** Times stay text on their way through: RFC 3339 in the API. Rewritten rather than parsed: a page has hundreds. */
export const toRfc3339 = (text: string): string => {
  const parts = utcTime.exec(text);
  if (parts === null) return new Date(text).toISOString();
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z`;
};

types.setTypeParser(types.builtins.TIMESTAMPTZ, toRfc3339);
// Counters (generation, revision, sequence) are far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export interface DatabaseOptions {
  readonly url: string;
  readonly maxConnections: number;
  readonly applicationName: string;
  readonly onError: (error: Error) => void;
}

/**
 * One pool for a process. Nobody waits for ever: 3 s for a connection, 15 s for a statement, 15 s idle inside a
 * transaction. The error listener keeps the process alive when idle connections are dropped.
 */
export const openDatabase = (options: DatabaseOptions): Pool => {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    query_timeout: 20_000,
    // Statements that do not wait for each other are sent without waiting, and answered in their order.
    pipeline: true,
  });
  pool.on('error', options.onError);
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
};
