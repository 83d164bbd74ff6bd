import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'crash',
    include: ['test/crash/**/*.test.ts'],
    globalSetup: 'test/harness/global-postgres.ts',
    // Each keeps all of the machine busy.
    fileParallelism: false,
    testTimeout: 5_400_000,
    hookTimeout: 600_000,
  },
});
