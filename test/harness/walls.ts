import type { Pool, PoolClient, QueryConfig } from 'pg';

/** Which of the two walls between tenants stand: the filter in every statement, and the policies of the database. */
export type Walls = 'both' | 'filters' | 'policies';

const filter = /\b((?:\w+\.)?tenant_id) = (\$1|current_tenant\(\))(?![0-9])/g;

let removed = 0;
/** Filters that were taken out of statements so far. */
export const removedFilters = (): number => removed;

const withoutFilter = (text: string): string =>
  text.replace(filter, (_whole, column: string, value: string) => {
    removed += 1;
    return `(${column} IS NOT NULL AND ${value}::text IS NOT NULL)`;
  });

const unfiltered = (client: PoolClient): PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name === 'query')
        return (statement: string | QueryConfig) =>
          target.query(
            typeof statement === 'string' ? statement : { ...statement, text: withoutFilter(statement.text) },
          );
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** A pool whose statements have lost their filter by tenant: as if every one of them had been forgotten. */
export const withoutTenantFilters = (pool: Pool): Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return async () => unfiltered(await target.connect());
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Takes the policies of all tables away. */
export const dropPolicies = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await pool.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
};
