import { defineConfig } from 'vitest/config';

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...extra },
});

export default defineConfig({
  test: {
    // One short of all is the default, which on two cores is one.
    maxWorkers: '100%',
    projects: [
      project('unit', { testTimeout: 60_000 }),
      project('integration', {
        testTimeout: 30_000,
        hookTimeout: 120_000,
        globalSetup: 'test/harness/global-postgres.ts',
      }),
      project('contract', {
        testTimeout: 60_000,
        hookTimeout: 120_000,
        globalSetup: 'test/harness/global-postgres.ts',
      }),
      project('scenarios', {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        globalSetup: 'test/harness/global-postgres.ts',
      }),
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/db/generated/**'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
});
