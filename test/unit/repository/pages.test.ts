import { existsSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPages, readText, root } from './tree.ts';

interface Link {
  readonly page: string;
  readonly target: string;
}

const withoutCode = (text: string): string =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

const linksOf = (page: string): readonly Link[] =>
  [...withoutCode(readText(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));

/** As GitHub makes them: lower case, no punctuation, dashes for spaces. */
const anchorsOf = (page: string): readonly string[] =>
  [...readText(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

const links = listPages().flatMap(linksOf);

const fileOf = ({ page, target }: Link): string => {
  const [path = ''] = target.split('#');
  return path === '' ? page : normalize(join(dirname(page), path));
};

const told = ({ page, target }: Link): string => `${page} → ${target}`;

describe('links between pages', () => {
  it('lead to something', () => {
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((link) => !existsSync(resolve(root, fileOf(link)))).map(told)).toEqual([]);
  });

  it('lead to headings that are there', () => {
    const toHeadings = links.filter(({ target }) => target.includes('#'));
    const isLost = (link: Link): boolean =>
      !anchorsOf(fileOf(link)).includes(link.target.split('#')[1] ?? '');
    expect(toHeadings.filter(isLost).map(told)).toEqual([]);
  });
});

describe('commands in pages', () => {
  const scripts = Object.keys(JSON.parse(readText('package.json')).scripts);

  it('are scripts of the package', () => {
    const asked = listPages().flatMap((page) =>
      [...readText(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => ({ page, name })),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter(({ name }) => !scripts.includes(name))).toEqual([]);
  });
});

describe('files that pages speak of', () => {
  const rooms =
    'cli|db|domain|embedded|kube-schema|plugins|providers|queue|routes|sandbox|services|telemetry|workers';
  const path = new RegExp(
    `\`((?:src|test|bench|prisma|docs|openapi|${rooms}|harness)/[\\w./-]+\\.(?:ts|md|sh|json|prisma|yaml))\``,
    'g',
  );

  it('are there', () => {
    const named = listPages().flatMap((page) =>
      [...readText(page).matchAll(path)].map(([, file = '']) => ({ page, file })),
    );
    // Pages speak of rooms without `src/`, a room of its own files without its name, and tests of the harness without `test/`.
    const isThere = ({ page, file }: { page: string; file: string }): boolean =>
      [root, join(root, 'src'), join(root, 'test'), join(root, dirname(page))].some((base) =>
        existsSync(join(base, file)),
      );
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });
});
