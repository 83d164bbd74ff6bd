import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { classifyDatabaseError } from './database-error.ts';

interface SqlResult<Row> {
  readonly rows: readonly Row[];
  readonly rowCount: number;
}

/** A statement with a name is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export interface Sql {
  query<Row extends QueryResultRow = QueryResultRow>(statement: Statement): Promise<SqlResult<Row>>;
}

declare const tenantBrand: unique symbol;
declare const systemBrand: unique symbol;

/** Statements of one tenant. Every repository function for tenant data takes it first. */
export interface TenantTx extends Sql {
  readonly tenantId: string;
  readonly [tenantBrand]: true;
}

/** Statements over all tenants: sweeps, claims, the fleet. */
export interface SystemTx extends Sql {
  readonly [systemBrand]: true;
}

export interface Database {
  /** One transaction for one tenant; no network inside. Repeated with jitter when PostgreSQL reports a conflict. */
  withTenant<Result>(tenantId: string, work: (tx: TenantTx) => Promise<Result>): Promise<Result>;
  withSystem<Result>(work: (tx: SystemTx) => Promise<Result>): Promise<Result>;
  /** Single statements, each a transaction of its own: one round trip. */
  tenant(tenantId: string): TenantTx;
  system(): SystemTx;
}

const conflictTries = 8;

const runOn =
  (client: PoolClient): Sql['query'] =>
  async <Row extends QueryResultRow>(statement: Statement) => {
    const { rows, rowCount } = await client.query<Row>({
      ...statement,
      values: [...(statement.values ?? [])],
    });
    return { rows, rowCount: rowCount ?? 0 };
  };

/**
 * One statement in a transaction of its own, in one round trip: what begins and ends it is sent without waiting. The
 * first failure counts: after it, PostgreSQL rolls back whatever follows.
 */
const runSingle = async <Row extends QueryResultRow>(
  pool: Pool,
  begin: string,
  statement: Statement,
): Promise<SqlResult<Row>> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const began = client.query(begin);
    const answered = runOn(client)<Row>(statement);
    const ended = client.query('COMMIT');
    const [, answer, end] = await Promise.allSettled([began, answered, ended]);
    if (end.status === 'rejected') broken = end.reason as Error;
    await began;
    if (answer.status === 'rejected') throw answer.reason;
    await ended;
    return answer.value;
  } finally {
    client.release(broken);
  }
};

const inTransaction = async <Result>(
  pool: Pool,
  begin: string,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work({ query: runOn(client) });
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and calls it no error.
    if (command !== 'COMMIT')
      throw new Error('the transaction was rolled back: a statement in it had failed');
    return result;
  } catch (error) {
    // A connection whose transaction cannot be rolled back is thrown away, never given to the next user.
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

const repeatOnConflict = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (classifyDatabaseError(error) !== 'conflict' || attempt >= conflictTries) throw error;
      await delay(10 + Math.random() * Math.min(500, 10 * 2 ** attempt));
    }
  }
};

const tenantIdPattern = /^ten_[0-9a-z]{26}$/;

const checkTenantId = (tenantId: string): string => {
  if (!tenantIdPattern.test(tenantId)) throw new Error('a tenant transaction needs the id of a tenant');
  return tenantId;
};

/**
 * The role that a transaction of a tenant takes: that of its requests, or that of the work for it, which may touch
 * tables of the fleet. Row-level security holds for both.
 */
export type TenantRole = 'berth_tenant' | 'berth_worker';

/** The id is checked against its pattern above: nothing else can get into the text. */
const beginFor = (role: TenantRole, tenantId: string): string =>
  `BEGIN; SELECT set_config('role', '${role}', true), set_config('app.tenant', '${checkTenantId(tenantId)}', true)`;

const beginSystem = `BEGIN; SELECT set_config('role', 'berth_system', true)`;

export const createDatabase = (pool: Pool, tenantRole: TenantRole): Database => {
  const asTenant = (tenantId: string, sql: Sql): TenantTx => ({ ...sql, tenantId }) as TenantTx;
  const single = (begin: string): Sql => ({ query: (statement) => runSingle(pool, begin, statement) });
  const system = single(beginSystem) as SystemTx;
  return {
    withTenant: (tenantId, work) => {
      const begin = beginFor(tenantRole, tenantId);
      return repeatOnConflict(() => inTransaction(pool, begin, (sql) => work(asTenant(tenantId, sql))));
    },
    withSystem: (work) =>
      repeatOnConflict(() => inTransaction(pool, beginSystem, (sql) => work(sql as SystemTx))),
    tenant: (tenantId) => asTenant(tenantId, single(beginFor(tenantRole, tenantId))),
    system: () => system,
  };
};

/** The tenant that records of the fleet's own changes (audit, idempotency) stand under. */
export const fleetTenant = '';

/** Records of one tenant, or of the fleet, inside a transaction over all tenants. */
export const recordsOf = (tx: SystemTx, tenantId: string): TenantTx =>
  ({ ...tx, tenantId }) as unknown as TenantTx;
