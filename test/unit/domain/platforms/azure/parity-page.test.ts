import { describe, expect, test } from 'vitest';
import { ClusterSpec } from '../../../../../src/routes/clusters/spec-schema.ts';
import { NodePoolSpec } from '../../../../../src/routes/node-pools/spec-schema.ts';
import { hasShared, readRepository, readShared } from '../../fixtures/shared-files.ts';

type Json = { readonly [name: string]: unknown };

const page = readRepository('docs/reference/cli-parity/azure.md');

interface Row {
  readonly command: string;
  readonly flag: string;
  readonly place: string;
  readonly notes: string;
}

const rows: readonly Row[] = page
  .split(/^## /m)
  .filter((section) => section.startsWith('create '))
  .flatMap((section) => {
    const [command = ''] = section.split('\n');
    return [...section.matchAll(/^\| `(--[a-z0-9-]+)` \| (.*?) \| (.*?) ?\|$/gm)].map(
      ([, flag = '', place = '', notes = '']) => ({ command, flag, place, notes }),
    );
  });

const flagsOf = (command: string): readonly string[] =>
  rows.filter((row) => row.command === command).map(({ flag }) => flag);

/** Whether a schema, or one of its alternatives, has a member at a path. */
const hasMember = (schema: Json | undefined, path: readonly string[]): boolean => {
  if (schema === undefined) return false;
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const alternatives = ['oneOf', 'anyOf'].flatMap((word) => (schema[word] as Json[] | undefined) ?? []);
  if (alternatives.some((alternative) => hasMember(alternative, path))) return true;
  return hasMember((schema['properties'] as Record<string, Json> | undefined)?.[name], rest);
};

const isInApi = (place: string): boolean => {
  const [first = '', ...rest] = place.split('.');
  if (first === 'pool') return hasMember(NodePoolSpec as unknown as Json, rest);
  const path = first === 'azure' ? ['platform', 'azure', ...rest] : [first, ...rest];
  return hasMember(ClusterSpec as unknown as Json, path);
};

/** `--{a,b}-c` and `--a-{b, c}` stand for two flags. */
const flagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/--(?:[a-z0-9-]|\{[a-z, -]+\})+/g)].flatMap(([flag]) => {
    const [, before = flag, words, after = ''] = /^(.*)\{(.+)\}(.*)$/.exec(flag) ?? [];
    return words === undefined ? [flag] : words.split(/, */).map((word) => `${before}${word}${after}`);
  });

describe('the page on flags for azure', () => {
  test.each(rows)('$command $flag has a place that is in the API, or a reason', ({ place, notes }) => {
    if (place === '–') expect(notes.length).toBeGreaterThan(7);
    else expect(isInApi(place.replaceAll('`', ''))).toBe(true);
  });

  test('names only fields that are in the API', () => {
    const paths = [...page.matchAll(/`((?:azure|pool|encryption|dns|capabilities)\.[A-Za-z.]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path) => !isInApi(path))).toEqual([]);
    expect(isInApi('azure.infrastructure.nothing')).toBe(false);
  });

  test('counts right', () => {
    const countsOf = (own: readonly Row[]) => {
      const refused = own.filter(({ place }) => place === '–').length;
      return `${own.length} | ${own.length - refused} | ${refused}`;
    };
    for (const command of new Set(rows.map((row) => row.command)))
      expect(page).toContain(`| ${command} | ${countsOf(rows.filter((row) => row.command === command))} |`);
    expect(page).toContain(`| together | ${countsOf(rows)} |`);
  });

  test.runIf(hasShared())('has every flag that the reference lists', () => {
    const reference = readShared('hypershift/CLI.md');
    const between = (from: string, to: string): string =>
      reference.slice(reference.indexOf(from), reference.indexOf(to));
    // Flags stand in the first cell; some that come with them, in the last.
    const own = flagsIn(
      between('### 3.2 Azure', '### 3.3')
        .split('\n')
        .filter((line) => line.startsWith('| `--'))
        .join('\n'),
    );
    expect(own.length).toBeGreaterThan(35);
    expect(flagsOf('create cluster azure')).toEqual(expect.arrayContaining(own as string[]));
    const pools =
      between('## 5.', '## 6.')
        .split('\n')
        .find((line) => line.startsWith('| azure |')) ?? '';
    expect(flagsOf('create nodepool azure')).toEqual(expect.arrayContaining(flagsIn(pools) as string[]));
    // "as §3.2": every flag of a machine.
    const ofMachines = rows.filter(
      ({ command, place }) => command === 'create cluster azure' && place.startsWith('`pool.platform'),
    );
    expect(flagsOf('create nodepool azure')).toEqual(
      expect.arrayContaining(ofMachines.map(({ flag }) => flag)),
    );
    const section = between('### 6.3 Azure infra', '### 6.4');
    const [infra = '', iam = ''] = [/Azure infra: .*/, /\*\*IAM\*\* `--name.*?:/].map(
      (pattern) => pattern.exec(section)?.[0] ?? '',
    );
    expect(flagsOf('create infra azure')).toEqual(flagsIn(infra));
    expect(flagsOf('create iam azure')).toEqual(flagsIn(iam));
    // What `destroy` keeps.
    expect(page).toContain('--preserve-resource-group');
  });
});
