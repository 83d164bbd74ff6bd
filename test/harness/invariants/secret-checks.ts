import type { Pool } from 'pg';

/** Where plain secrets may never be: everything of ours in the database, the queue's jobs included. */
const listTables = `
  SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname IN ('public', 'bullmq') AND tablename NOT IN ('_prisma_migrations')`;

const privateKey = 'BEGIN( [A-Z]+)? PRIVATE KEY';

/** As it is, and as Kubernetes writes it. Long texts are looked for by a part of them. */
const formsOf = (canary: string): readonly string[] => [
  canary,
  Buffer.from(canary)
    .toString('base64')
    .replace(/[A-Za-z0-9+/]{0,4}=*$/, ''),
];

/** I5: no canary and no private key in the database or in what the processes have written. */
export const findLeaks = async (
  pool: Pool,
  canaries: readonly string[],
  log: string,
): Promise<readonly string[]> => {
  const forms = canaries.flatMap(formsOf);
  const inLog = forms.filter((form) => log.includes(form));
  const problems = inLog.map((form) => `I5: the log holds the secret ${form.slice(0, 8)}…`);
  if (new RegExp(privateKey).test(log)) problems.push('I5: the log holds a private key');
  const { rows: tables } = await pool.query<{ name: string }>(listTables);
  for (const { name } of tables) {
    const { rows } = await pool.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM ${name} AS t
       WHERE t::text ~ $2 OR EXISTS (SELECT 1 FROM unnest($1::text[]) AS form WHERE position(form IN t::text) > 0)`,
      [forms, privateKey],
    );
    if (rows[0]?.found !== 0) problems.push(`I5: ${rows[0]?.found} rows of ${name} hold a secret`);
  }
  return problems;
};
