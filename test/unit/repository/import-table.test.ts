import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSources, readText, root, section, tableRows } from './tree.ts';

interface Rule {
  readonly name: string;
  readonly comment?: string;
}

const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  readonly forbidden: readonly Rule[];
};

const rooms = [
  ...new Set(
    listSources('src')
      .map((path) => path.split('/'))
      .filter((parts) => parts.length > 2)
      .map(([, room = '']) => room),
  ),
];

const cell = (words: readonly string[]): string =>
  words.length === 0 ? '–' : words.map((word) => `\`${word}\``).join(', ');

/** The rule of one room as a row of the table. Its comment lists all that may be imported. */
const rowOf = ({ comment = '' }: Rule): readonly string[] => {
  const [, room = '', list = ''] = /^src\/(\S+) may import only: (.+)$/.exec(comment) ?? [];
  const words = list.split(', ');
  // A room that is named but not built yet is a room, too: `providers/identity`.
  const isRoom = (word: string): boolean => rooms.includes(word.split('/')[0] ?? '');
  const packages = words.filter((word) => !isRoom(word) && word !== 'node:');
  return [`\`${room}\``, cell(words.filter(isRoom)), cell(packages), words.includes('node:') ? 'yes' : 'no'];
};

const roomRules = forbidden.filter(({ name }) => name.endsWith('-imports'));

it('shows in ARCHITECTURE.md what dependency-cruiser enforces', () => {
  expect(tableRows(section(readText('ARCHITECTURE.md'), '## Rooms'))).toEqual(roomRules.map(rowOf));
});

it('has a rule for every room but the one that puts things together', () => {
  const ruled = roomRules.map(({ name }) => name.replace(/-imports$/, ''));
  expect(rooms.filter((room) => !ruled.includes(room))).toEqual(['cli']);
});
