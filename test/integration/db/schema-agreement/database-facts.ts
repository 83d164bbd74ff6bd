import type { Pool } from 'pg';

/** Names of the columns with the numbers `numbers` of the table `owner`, in the order of the numbers. */
const columnNames = (owner: string, numbers: string): string =>
  `(SELECT string_agg(a.attname, ', ' ORDER BY n.nth) FROM unnest(${numbers}) WITH ORDINALITY AS n (attnum, nth)
    JOIN pg_attribute a ON a.attrelid = ${owner} AND a.attnum = n.attnum)`;

const ours = `t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND t.relname <> '_prisma_migrations'`;

/** Partial and expression indexes say nothing about a whole table, and Prisma cannot express them. */
const facts = `
  SELECT t.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
      || CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' default' ELSE '' END AS fact
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE ${ours} AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT t.relname || CASE WHEN i.indisprimary THEN ' primary key (' ELSE ' unique (' END
      || ${columnNames('t.oid', 'i.indkey::int2[]')} || ')'
    FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid
    WHERE ${ours} AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
  UNION ALL
  SELECT t.relname || ' (' || ${columnNames('t.oid', 'c.conkey')} || ') references ' || f.relname
      || ' (' || ${columnNames('f.oid', 'c.confkey')} || ') on delete '
      || CASE c.confdeltype WHEN 'a' THEN 'no action' WHEN 'c' THEN 'cascade' ELSE c.confdeltype::text END
    FROM pg_class t JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' JOIN pg_class f ON f.oid = c.confrelid
    WHERE ${ours}`;

/** What the catalogue of a database says of its tables, in the sentences of readPrismaFacts; sorted. */
export const readDatabaseFacts = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ fact: string }>(facts);
  return rows.map((row) => row.fact).sort();
};
