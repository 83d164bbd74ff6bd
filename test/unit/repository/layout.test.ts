import { describe, expect, it } from 'vitest';
import { listFiles, listSources, readText, root } from './tree.ts';

const sources = listSources('src');
const everything = [...sources, ...listSources('test', 'bench')];

/** Paths whose text matches, with the line, for a message that can be clicked. */
const findLines = (paths: readonly string[], pattern: RegExp): readonly string[] =>
  paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );

describe('names', () => {
  it('are in kebab-case, files and folders alike', () => {
    const parts = listFiles('src').concat(listFiles('test'), listFiles('bench'), listFiles('docs'));
    const isKebab = (part: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(part);
    const odd = parts.filter(
      (path) => !path.split('/').every((part) => part === 'README.md' || isKebab(part)),
    );
    expect(odd).toEqual([]);
  });

  it('say what is in a file: no drawer for odds and ends', () => {
    const drawer = /(^|[/.-])(utils?|helpers?|common|misc|stuff)([/.-]|$)/;
    expect(everything.filter((path) => drawer.test(path))).toEqual([]);
  });
});

describe('sources', () => {
  it('export by name only', () => {
    expect(findLines(sources, /^\s*export default\b|\bas default\b/)).toEqual([]);
  });

  it('read the environment in one place', () => {
    const readers = sources.filter((path) => /\bprocess\.env\b|\bprocess\[/.test(readText(path)));
    // The programs hand the environment to readConfig, the command to what speaks to an API; the demo hands its own on to the programs that
    // it starts.
    expect(readers).toEqual([
      'src/cli/berth.ts',
      'src/cli/demo/stack.ts',
      'src/main-all.ts',
      'src/main-api.ts',
      'src/main-worker.ts',
    ]);
    const mains = readers.filter((path) => path.startsWith('src/main-'));
    for (const path of mains) expect(readText(path).match(/process\.env/g), path).toEqual(['process.env']);
    for (const path of mains) expect(readText(path), path).toMatch(/readConfig\(process\.env[,)]/);
  });

  it('have a README in every room', () => {
    const rooms = [...new Set(sources.map((path) => path.split('/').slice(0, 2).join('/')))];
    const folders = rooms.filter((room) => !room.endsWith('.ts'));
    const pages = listFiles('src').filter((path) => path.endsWith('README.md'));
    const has = (room: string): boolean => pages.some((page) => page.startsWith(`${room}/`));
    expect(folders.filter((room) => !has(room))).toEqual([]);
  });
});

describe('tests', () => {
  it('replace no module of ours', () => {
    const mock = new RegExp(String.raw`\bvi\.(do)?` + String.raw`[mM]ock\(`);
    expect(findLines(listSources('test'), mock)).toEqual([]);
  });
});

describe('the repository', () => {
  it('names no place on the machine of whoever wrote it', () => {
    const text = listFiles('.').filter((path) => !/\.(png|ico|svg)$|(^|\/)go\.sum$|package-lock/.test(path));
    const place = /(^|[\s"'`(=:])(\/(root|home|Users|work|mnt)\/|[A-Z]:\\\\?Users)/;
    const own = 'test/unit/repository/layout.test.ts';
    expect(findLines(text, place).filter((line) => !line.startsWith(own))).toEqual([]);
    expect(findLines(text, new RegExp(`(^|["' ])${root}/`))).toEqual([]);
  });
});
