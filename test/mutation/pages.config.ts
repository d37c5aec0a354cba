/** The tests that faults in pages are run against. They need a browser, and no stage. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: String(process.env['MUTATION_TESTS']).split(' '),
    globalSetup: ['test/mutation/share-browser.ts'],
    setupFiles: ['test/support/begin-file.ts', 'test/support/reserved-names.cjs'],
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A fault is often that something does not appear.
    expect: { poll: { timeout: 30_000 } },
    silent: true,
  },
});
