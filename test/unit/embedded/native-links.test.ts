import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreLinks } from '../../../src/embedded/native-links.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'links-'));
  await mkdir(join(directory, 'native/lib'), { recursive: true });
  await writeFile(join(directory, 'native/lib/libpq.so.5.18'), 'library');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const list = (links: readonly object[]): Promise<void> =>
  writeFile(join(directory, 'native/pg-symlinks.json'), JSON.stringify(links));

it('makes the links that are listed, and leaves those that are there', async () => {
  await list([
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ]);
  await restoreLinks(directory);
  await restoreLinks(directory);
  expect(await readlink(join(directory, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(join(directory, 'native/lib/libpq.so'), 'utf8')).toBe('library');
});

it('needs no list', async () => {
  await expect(restoreLinks(directory)).resolves.toBeUndefined();
});

it('says why a link cannot be made', async () => {
  await list([{ source: 'native/lib/libpq.so.5.18', target: 'nowhere/libpq.so' }]);
  await expect(restoreLinks(directory)).rejects.toMatchObject({ code: 'ENOENT' });
});
