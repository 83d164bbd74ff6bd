import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'clouds',
    include: ['test/clouds/**/*.test.ts'],
    globalSetup: 'test/harness/global-postgres.ts',
    // Each file starts moto of its own, which takes a core while it loads: the files take turns.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
