import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'faults',
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/harness/global-postgres.ts',
    // Each file starts processes of its own and measures how long they take: the files take turns.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
