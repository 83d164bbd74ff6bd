import { describe, expect, it } from 'vitest';
import { listFiles, listSources, readText, section, tableRows } from './tree.ts';

const page = readText('docs/data-flow.md');

const statements = listFiles('prisma/migrations')
  .filter((path) => path.endsWith('.sql'))
  .map(readText)
  .join('\n')
  .replaceAll(/--.*$/gm, '');

const constraintWords = new Set(['PRIMARY', 'UNIQUE', 'FOREIGN', 'CONSTRAINT', 'CHECK', 'EXCLUDE', 'LIKE']);

const columnsIn = (body: string): readonly string[] =>
  body
    .split('\n')
    .map((line) => /^ {2}(\w+) /.exec(line)?.[1])
    .filter((word): word is string => word !== undefined && !constraintWords.has(word));

const readTables = (sql: string): ReadonlyMap<string, readonly string[]> => {
  const tables = new Map<string, readonly string[]>();
  for (const [, name = '', body = ''] of sql.matchAll(/CREATE TABLE (\w+) \(\n([\s\S]*?)\n\)/g))
    tables.set(name, columnsIn(body));
  for (const [, name = '', column = ''] of sql.matchAll(/ALTER TABLE (\w+)\s+ADD COLUMN (\w+)/g))
    tables.set(name, [...(tables.get(name) ?? []), column]);
  for (const [, name = '', column = ''] of sql.matchAll(/ALTER TABLE (\w+)\s+DROP COLUMN (\w+)/g))
    tables.set(
      name,
      (tables.get(name) ?? []).filter((existing) => existing !== column),
    );
  for (const [, name = ''] of sql.matchAll(/DROP TABLE (\w+)/g)) tables.delete(name);
  return tables;
};

const tables = readTables(statements);

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** Files that hold a statement which writes the table. */
const writersOf = (table: string): readonly string[] => {
  const write = new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM) ${table}\\b`);
  return listSources('src/db').filter((path) => write.test(readText(path)));
};

describe('the page of data flow', () => {
  it('has a heading for every table of the migrations, and for no other', () => {
    const headings = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, name]) => name);
    expect(tables.size).toBeGreaterThan(15);
    expect(headings.toSorted()).toEqual([...tables.keys()].sort());
  });

  it.each([...tables.keys()])('has every column of %s once', (table) => {
    const rows = tableRows(section(page, `### \`${table}\``));
    const columns = rows.flatMap(([cell = '']) => quoted(cell));
    expect(columns.toSorted()).toEqual([...(tables.get(table) ?? [])].sort());
  });

  it.each([...tables.keys()])('names the files that write %s', (table) => {
    const [, folder = '', list = ''] =
      /^Written in `(.+?)`:([\s\S]+?)\n\n/m.exec(section(page, `### \`${table}\``)) ?? [];
    const named = quoted(list).map((file) => folder + file);
    expect(named.toSorted()).toEqual(writersOf(table));
  });
});
