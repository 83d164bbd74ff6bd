import { describe, expect, it, test } from 'vitest';
import { platformTypes } from '../../../src/domain/platforms/platform-specs.ts';
import { ClusterSpec } from '../../../src/routes/clusters/spec-schema.ts';
import { NodePoolSpec } from '../../../src/routes/node-pools/spec-schema.ts';
import { hasShared, readShared } from '../domain/fixtures/shared-files.ts';
import { countCells, countsOf, hasPage, pageText, type Row, rowsOf } from './parity-pages.ts';
import { firstCellsOf, flagsIn, sectionOf } from './reference-flags.ts';
import { readText } from './tree.ts';

type Json = { readonly [name: string]: unknown };

const pages = ['shared', ...platformTypes].filter(hasPage);

/** Whether a schema, or one of its alternatives, has a member at a path; `[]` goes into a list. */
const hasMember = (schema: Json | undefined, path: readonly string[]): boolean => {
  if (schema === undefined) return false;
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const alternatives = ['oneOf', 'anyOf'].flatMap((word) => (schema[word] as Json[] | undefined) ?? []);
  if (alternatives.some((alternative) => hasMember(alternative, path))) return true;
  const member = (schema['properties'] as Record<string, Json> | undefined)?.[name.replace('[]', '')];
  return hasMember(name.endsWith('[]') ? (member?.['items'] as Json | undefined) : member, rest);
};

const isInApi = (place: string): boolean => {
  const [first = '', ...rest] = place.split('.');
  if (first === 'pool') return hasMember(NodePoolSpec as unknown as Json, rest);
  const isPlatform = platformTypes.some((type) => type === first);
  const path = isPlatform ? ['platform', first, ...rest] : [first, ...rest];
  return hasMember(ClusterSpec as unknown as Json, path);
};

describe.each(pages)('the page %s', (name) => {
  const rows = rowsOf(name);

  it('gives each flag a place that the API has, or a reason', () => {
    const isWrong = ({ place, notes }: Row): boolean => (place === '–' ? notes.length < 8 : !isInApi(place));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(isWrong)).toEqual([]);
  });

  it('has each flag of a command once', () => {
    const keys = rows.map(({ command, flag }) => `${command} ${flag}`);
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  });

  it('counts right, and the index with it', () => {
    for (const command of new Set(rows.map((row) => row.command)))
      expect(pageText(name).split('\n')).toContain(
        `| ${command} | ${countCells(countsOf(rows.filter((row) => row.command === command)))} |`,
      );
    expect(readText('docs/reference/cli-parity.md').split('\n')).toContain(
      `| [${name}](cli-parity/${name}.md) | ${countCells(countsOf(rows))} |`,
    );
  });
});

it('knows a place that is not in the API', () => {
  expect(isInApi('pool.platform.nothing')).toBe(false);
  expect(isInApi('kubevirt.nothing')).toBe(false);
  expect(isInApi('nothing')).toBe(false);
});

it('the index adds up', () => {
  const all = countsOf(pages.flatMap(rowsOf));
  expect(readText('docs/reference/cli-parity.md').split('\n')).toContain(`| together | ${countCells(all)} |`);
});

describe.runIf(hasShared())('the reference of the command line', () => {
  const reference = hasShared() ? readShared('hypershift/CLI.md') : '';
  const listed = (page: string, command: string): readonly string[] =>
    rowsOf(page)
      .filter((row) => row.command === command)
      .map(({ flag }) => flag);
  const missingFrom = (flags: readonly string[], wanted: readonly (readonly string[])[]) =>
    wanted.filter((names) => !names.some((flag) => flags.includes(flag)));

  test('has no shared flag of create cluster that the page lacks', () => {
    const wanted = firstCellsOf(sectionOf(reference, '## 2. ', '## 3. ')).flatMap(flagsIn);
    expect(wanted.length).toBeGreaterThan(40);
    expect(missingFrom(listed('shared', 'create cluster'), wanted)).toEqual([]);
  });

  const sections = {
    aws: ['### 3.1 ', '### 3.2 '],
    azure: ['### 3.2 ', '### 3.3 '],
    kubevirt: ['### 3.3 ', '### 3.4 '],
    openstack: ['### 3.4 ', '### 3.5 '],
    powervs: ['### 3.6 ', '### 3.7 '],
    gcp: ['### 3.7 ', '## 4. '],
  } as const;

  test.each(Object.entries(sections).filter(([type]) => hasPage(type)))(
    'has no flag of create cluster %s that its page lacks',
    (type, [from, to]) => {
      const wanted = firstCellsOf(sectionOf(reference, from, to)).flatMap(flagsIn);
      expect(wanted.length).toBeGreaterThan(8);
      expect(missingFrom(listed(type, `create cluster ${type}`), wanted)).toEqual([]);
    },
  );

  test('has no flag of create cluster agent or none that their pages lack', () => {
    // One table for both: the word before a flag says whose it is.
    const cells = firstCellsOf(sectionOf(reference, '### 3.5 ', '### 3.6 '));
    const wantedOf = (word: string) =>
      cells
        .flatMap((cell) => cell.split(', '))
        .filter((part) => part.startsWith(word))
        .flatMap(flagsIn);
    expect([wantedOf('Agent').length, wantedOf('None').length]).toEqual([3, 2]);
    expect(missingFrom(listed('agent', 'create cluster agent'), wantedOf('Agent'))).toEqual([]);
    expect(missingFrom(listed('none', 'create cluster none'), wantedOf('None'))).toEqual([]);
  });

  const poolSection = () => sectionOf(reference, '## 5. ', '## 6. ');

  test('has no shared flag of create nodepool that the page lacks', () => {
    const wanted = firstCellsOf(poolSection()).flatMap(flagsIn);
    expect(wanted.length).toBeGreaterThan(8);
    expect(missingFrom(listed('shared', 'create nodepool'), wanted)).toEqual([]);
  });

  test.each(platformTypes.filter(hasPage))(
    'has no flag of create nodepool %s that its page lacks',
    (type) => {
      const row = poolSection()
        .split('\n')
        .find(
          (line) => line.startsWith('| ') && (line.split(' | ')[0] ?? '').slice(2).split(', ').includes(type),
        );
      const own = row === undefined ? [] : flagsIn(row);
      // Those of the machines are the same in both commands.
      const ofMachines = rowsOf(type)
        .filter(
          ({ command, place }) => command === `create cluster ${type}` && place.startsWith('pool.platform'),
        )
        .map(({ flag }) => [flag]);
      const wanted = row === undefined ? [] : [...own, ...ofMachines];
      expect(missingFrom(listed(type, `create nodepool ${type}`), wanted)).toEqual([]);
      expect(row !== undefined).toBe(!['none', 'gcp'].includes(type));
    },
  );
});
