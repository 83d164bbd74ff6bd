import type { Pool } from 'pg';

/** The middle of a text in base64, wherever it begins in what was encoded: three alignments. */
const base64Forms = (canary: string): readonly string[] =>
  [0, 1, 2].map((offset) =>
    Buffer.from('\0'.repeat(offset) + canary)
      .toString('base64')
      .slice(4)
      .replace(/[A-Za-z0-9+/]{0,4}=*$/, ''),
  );

/** As it is (JSON leaves letters and digits alone), in base64 and base64url, and as PostgreSQL shows bytes. */
const formsOf = (canary: string): readonly string[] => [
  ...new Set([
    canary,
    JSON.stringify(canary).slice(1, -1),
    Buffer.from(canary).toString('hex'),
    ...base64Forms(canary).flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
  ]),
];

/** Where a canary stands in a text: the places by name. */
export const findInTexts = (
  canaries: readonly string[],
  texts: Readonly<Record<string, string>>,
): readonly string[] => {
  const forms = canaries.flatMap(formsOf);
  return Object.entries(texts)
    .filter(([, text]) => forms.some((form) => text.includes(form)))
    .map(([name]) => name);
};

/** Every table of the database as text, whatever its schema: those of the queue too. */
export const dumpDatabase = async (pool: Pool): Promise<Readonly<Record<string, string>>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string | null }>(
      `SELECT string_agg(t::text, E'\\n') AS text FROM ${name} AS t`,
    );
    dump[name] = rows[0]?.text ?? '';
  }
  return dump;
};
