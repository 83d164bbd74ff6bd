import { expect, it } from 'vitest';
import { listSources, readText, tableRows } from './tree.ts';

const page = readText('docs/reference/owasp-api-top-10.md');

const held = tableRows(page).map(([item = '', , by = '']) => {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(by) ?? [];
  return { item, file, title };
});

it('has all ten items', () => {
  const items = held.map(({ item }) => /^API\d+/.exec(item)?.[0]).filter((item) => item !== undefined);
  expect(items).toEqual(['API1', 'API2', 'API3', 'API4', 'API5', 'API6', 'API7', 'API8', 'API9', 'API10']);
});

it('names tests that are there', () => {
  expect(held.length).toBeGreaterThan(20);
  const files = new Set(listSources('test'));
  const missing = held.filter(
    ({ file, title }) => !files.has(file) || !readText(file).includes(`'${title}'`),
  );
  expect(missing).toEqual([]);
});
