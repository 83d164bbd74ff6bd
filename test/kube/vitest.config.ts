import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    name: 'kube',
    include: ['test/kube/**/*.test.ts'],
    globalSetup: [
      new URL('./global-kube-apiserver.ts', import.meta.url).pathname,
      new URL('../harness/global-postgres.ts', import.meta.url).pathname,
    ],
    // One server for all, and a compaction cuts every watch: the files take turns.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
