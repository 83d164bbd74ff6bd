import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readText, root } from './tree.ts';

/** One flag of a command, and where it is in the API. */
export interface Row {
  /** `create cluster aws`. */
  readonly command: string;
  readonly flag: string;
  /** A path, or `–`. */
  readonly place: string;
  readonly notes: string;
}

const pagePath = (name: string): string => `docs/reference/cli-parity/${name}.md`;

export const hasPage = (name: string): boolean => existsSync(resolve(root, pagePath(name)));

export const pageText = (name: string): string => readText(pagePath(name));

/** The rows of `create cluster` and `create nodepool` of a page. */
export const rowsOf = (name: string): readonly Row[] =>
  pageText(name)
    .split(/^## /m)
    .filter((section) => /^create (?:cluster|nodepool)\b/.test(section))
    .flatMap((section) => {
      const [command = ''] = section.split('\n');
      return [...section.matchAll(/^\| `(--[A-Za-z0-9-]+)` \| (.*?) \| (.*?) ?\|$/gm)].map(
        ([, flag = '', place = '', notes = '']) => ({
          command,
          flag,
          place: place.replaceAll('`', ''),
          notes,
        }),
      );
    });

export interface Counts {
  readonly flags: number;
  readonly offered: number;
  readonly refused: number;
}

export const countsOf = (rows: readonly Row[]): Counts => {
  const refused = rows.filter(({ place }) => place === '–').length;
  return { flags: rows.length, offered: rows.length - refused, refused };
};

export const countCells = ({ flags, offered, refused }: Counts): string =>
  `${flags} | ${offered} | ${refused}`;
