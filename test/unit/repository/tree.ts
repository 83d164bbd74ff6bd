import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

/** Made by tools or by somebody's machine: not ours to judge. */
const skipped = new Set(['node_modules', 'coverage', 'dist', 'generated', 'bin']);

/** Names that begin with a dot are private to a machine, but for these. */
const dotNames = new Set(['.ci', '.dependency-cruiser.cjs', '.dockerignore', '.gitignore', '.npmrc']);

const isOurs = (name: string): boolean => !skipped.has(name) && (!name.startsWith('.') || dotNames.has(name));

/** Every file below a directory of the repository, as a path from its root with `/`. */
export const listFiles = (directory: string): readonly string[] =>
  readdirSync(resolve(root, directory), { withFileTypes: true })
    .filter((entry) => isOurs(entry.name))
    .flatMap((entry) => {
      const path = relative(root, resolve(root, directory, entry.name)).replaceAll('\\', '/');
      return entry.isDirectory() ? listFiles(path) : [path];
    })
    .sort();

export const readText = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** The TypeScript that people write. */
export const listSources = (...directories: readonly string[]): readonly string[] =>
  directories.flatMap(listFiles).filter((path) => path.endsWith('.ts'));

export const listPages = (): readonly string[] => listFiles('.').filter((path) => path.endsWith('.md'));

/** Cells of the tables of a page, row by row, without headings and rulers. */
export const tableRows = (text: string): readonly (readonly string[])[] => {
  const lines = text.split('\n');
  const isRow = (line: string | undefined): line is string => line?.startsWith('|') === true;
  const isRuler = (line: string | undefined): boolean => /^\|[\s:|-]+\|$/.test(line ?? '');
  return lines
    .filter((line, index) => isRow(line) && !isRuler(line) && !isRuler(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    );
};

/** The part of a page below a heading, up to the next heading of the same or a higher level. */
export const section = (text: string, heading: string): string => {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start === -1) throw new Error(`there is no heading "${heading}"`);
  const level = heading.length - heading.replace(/^#+/, '').length;
  const isNext = (line: string): boolean => new RegExp(`^#{1,${level}} `).test(line);
  const end = lines.findIndex((line, index) => index > start && isNext(line));
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n');
};
