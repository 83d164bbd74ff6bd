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
  (client: Pool | PoolClient): Sql['query'] =>
  async <Row extends QueryResultRow>(statement: Statement) => {
    const { rows, rowCount } = await client.query<Row>({
      ...statement,
      values: [...(statement.values ?? [])],
    });
    return { rows, rowCount: rowCount ?? 0 };
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

/** The id is checked against its pattern above: nothing else can get into the text. */
const beginFor = (tenantId: string): string => `BEGIN; SELECT set_config('app.tenant', '${tenantId}', true)`;

export const createDatabase = (pool: Pool): Database => {
  const asTenant = (tenantId: string, sql: Sql): TenantTx => ({ ...sql, tenantId }) as TenantTx;
  const single: Sql = { query: runOn(pool) };
  return {
    withTenant: (tenantId, work) => {
      const begin = beginFor(checkTenantId(tenantId));
      return repeatOnConflict(() => inTransaction(pool, begin, (sql) => work(asTenant(tenantId, sql))));
    },
    withSystem: (work) =>
      repeatOnConflict(() => inTransaction(pool, 'BEGIN', (sql) => work(sql as SystemTx))),
    tenant: (tenantId) => asTenant(checkTenantId(tenantId), single),
    system: () => single as SystemTx,
  };
};

/** The tenant that records of the fleet's own changes (audit, idempotency) stand under. */
export const fleetTenant = '';

/** Records of one tenant, or of the fleet, inside a transaction over all tenants. */
export const recordsOf = (tx: SystemTx, tenantId: string): TenantTx =>
  ({ ...tx, tenantId }) as unknown as TenantTx;
