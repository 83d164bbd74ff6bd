import { describe, expect, test } from 'vitest';
import { ClusterSpec } from '../../../../../src/routes/clusters/spec-schema.ts';
import { NodePoolSpec } from '../../../../../src/routes/node-pools/spec-schema.ts';
import { hasShared, readRepository, readShared } from '../../fixtures/shared-files.ts';

type Json = { readonly [name: string]: unknown };

const page = readRepository('docs/reference/cli-parity/aws.md');

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
  const path = first === 'aws' ? ['platform', 'aws', ...rest] : [first, ...rest];
  return hasMember(ClusterSpec as unknown as Json, path);
};

/** Paths in the places of a text: words in backticks that begin like one. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:aws|pool|encryption|dns|configuration|autoNode)\.[A-Za-z.[\]]+)`/g)].map(
    ([, path = '']) => path,
  );

describe('the page on flags for aws', () => {
  test.each(rows)('$command $flag has a place that is in the API, or a reason', ({ place, notes }) => {
    if (place === '–') {
      expect(notes.length).toBeGreaterThan(7);
      return;
    }
    expect(isInApi(place.replaceAll('`', ''))).toBe(true);
  });

  test('names only fields that are in the API', () => {
    const paths = pathsIn(page);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !isInApi(path))).toEqual([]);
    expect(isInApi('aws.infrastructure.nothing')).toBe(false);
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
    const flagsIn = (text: string): readonly string[] =>
      [...text.matchAll(/--[a-z0-9-]+/g)].map(([flag]) => flag);
    const firstCells = between('### 3.1 AWS', '### 3.2')
      .split('\n')
      .filter((line) => line.startsWith('| `--'))
      .map((line) => line.split(' | ')[0] ?? '')
      .join('\n');
    const poolRow =
      between('## 5.', '## 6.')
        .split('\n')
        .find((line) => line.startsWith('| aws |')) ?? '';
    const infra = between('### 6.1', 'Tags on EC2').split('\n')[0] ?? '';
    const iam = between('### 6.2', '1 issuer').split('\n')[0] ?? '';
    const listed = (command: string) => rows.filter((row) => row.command === command).map(({ flag }) => flag);
    expect(listed('create cluster aws')).toEqual(expect.arrayContaining(flagsIn(firstCells) as string[]));
    expect(flagsIn(firstCells).length).toBeGreaterThan(20);
    expect(listed('create nodepool aws')).toEqual(expect.arrayContaining(flagsIn(poolRow) as string[]));
    expect(listed('create infra aws')).toEqual(expect.arrayContaining(flagsIn(infra) as string[]));
    const bucket = '--oidc-storage-provider-s3-';
    expect(listed('create iam aws')).toEqual(
      expect.arrayContaining(flagsIn(iam).filter((flag) => flag !== bucket) as string[]),
    );
    expect(flagsIn(iam)).toContain(bucket);
  });
});
