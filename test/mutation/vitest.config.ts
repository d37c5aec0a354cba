/** The tests that mutants of one folder are run against: npm run mutate passes their patterns. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts with the tests of the pure tier, which need no engine: the first that fails ends a run. */
class PureFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => left.moduleId.localeCompare(right.moduleId));
  }
}

export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: String(process.env['MUTATION_TESTS']).split(' '),
    setupFiles: ['test/support/begin-file.ts'],
    isolate: false,
    sequence: { sequencer: PureFirst },
    testTimeout: 40_000,
    silent: true,
  },
});
