/** The tests that mutants of one folder are run against: npm run mutate passes their patterns. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: String(process.env['MUTATION_TESTS']).split(' '),
    setupFiles: ['test/support/begin-file.ts'],
    isolate: false,
    testTimeout: 40_000,
    silent: true,
  },
});
