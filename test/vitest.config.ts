import { defineConfig } from 'vitest/config';

/** What a test costs, and its folder: nothing, a table in an engine, queues and streams too, a local stage, or a synthesis. */
const tiers = ['pure', 'table', 'pipeline', 'stage', 'infra'];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    setupFiles: ['test/support/contract/watch-fetch.ts'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // Vitest keeps one core free, which would be half of two.
    maxWorkers: '100%',
    silent: 'passed-only',
    projects: tiers.map((name) => ({
      extends: true,
      test: { name, include: [`test/${name}/**/*.test.ts`] },
    })),
  },
});
