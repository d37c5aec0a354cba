import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/contract/watch-fetch.ts'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // Vitest keeps one core free, which would be half of two.
    maxWorkers: '100%',
    silent: 'passed-only',
  },
});
