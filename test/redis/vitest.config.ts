import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'redis',
    include: ['test/redis/**/*.test.ts'],
    globalSetup: 'test/harness/global-postgres.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
