import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { TenantScope } from '../domain/access/tenant-scope.ts';
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
  /** One transaction for one tenant, or for some projects of it; no network inside. Repeated with jitter when PostgreSQL reports a conflict. */
  withTenant<Result>(scope: string | TenantScope, work: (tx: TenantTx) => Promise<Result>): Promise<Result>;
  withSystem<Result>(work: (tx: SystemTx) => Promise<Result>): Promise<Result>;
  /** Single statements, each a transaction of its own: one round trip. */
  tenant(scope: string | TenantScope): TenantTx;
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

/** PostgreSQL itself has said no; anything else is a connection of which nobody knows how it stands. */
const isAnswer = (error: unknown): boolean => (error as { severity?: string }).severity === 'ERROR';

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
    // A COMMIT that a deferred check refuses has rolled back: the connection is as good as before.
    if (end.status === 'rejected' && !isAnswer(end.reason)) broken = end.reason as Error;
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
const projectIdPattern = /^prj_[0-9a-z]{26}$/;

const checkId = (kind: string, id: string, pattern: RegExp): string => {
  if (!pattern.test(id)) throw new Error(`a tenant transaction needs the id of a ${kind}`);
  return id;
};

/**
 * The role that a transaction of a tenant takes: that of its requests, or that of the work for it, which may touch
 * tables of the fleet. Row-level security holds for both.
 */
export type DatabaseRole = 'berth_tenant' | 'berth_worker';

/** The settings of a transaction; ids are checked against their patterns above: nothing else can get into the text. */
const settingsOf = (role: DatabaseRole, { tenantId, projectIds }: TenantScope): Record<string, string> => ({
  role,
  'app.tenant': checkId('tenant', tenantId, tenantIdPattern),
  ...(projectIds && {
    'app.projects': projectIds.map((id) => checkId('project', id, projectIdPattern)).join(','),
  }),
});

const beginWith = (settings: Readonly<Record<string, string>>): string =>
  `BEGIN; SELECT ${Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)}`;

export const createDatabase = (pool: Pool, role: DatabaseRole): Database => {
  const asTenant = (tenantId: string, sql: Sql): TenantTx => ({ ...sql, tenantId }) as TenantTx;
  const single = (begin: string): Sql => ({ query: (statement) => runSingle(pool, begin, statement) });
  const enter = (scope: string | TenantScope) => {
    const whole = typeof scope === 'string' ? { tenantId: scope } : scope;
    // No project at all must not read as all of them.
    if (whole.projectIds?.length === 0) throw new Error('a scope of no project reaches nothing');
    return { tenantId: whole.tenantId, begin: beginWith(settingsOf(role, whole)) };
  };
  const beginSystem = beginWith({ role: 'berth_system' });
  const system = single(beginSystem) as SystemTx;
  return {
    withTenant: (scope, work) => {
      const { tenantId, begin } = enter(scope);
      return repeatOnConflict(() => inTransaction(pool, begin, (sql) => work(asTenant(tenantId, sql))));
    },
    withSystem: (work) =>
      repeatOnConflict(() => inTransaction(pool, beginSystem, (sql) => work(sql as SystemTx))),
    tenant: (scope) => {
      const { tenantId, begin } = enter(scope);
      return asTenant(tenantId, single(begin));
    },
    system: () => system,
  };
};

/** The tenant that records of the fleet's own changes (audit, idempotency) stand under. */
export const fleetTenant = '';

/** Records of one tenant, or of the fleet, inside a transaction over all tenants. */
export const recordsOf = (tx: SystemTx, tenantId: string): TenantTx =>
  ({ ...tx, tenantId }) as unknown as TenantTx;
