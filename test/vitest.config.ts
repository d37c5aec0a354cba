import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { functionRoles } from './function-roles.ts';
import { LongestFirst } from './longest-first.ts';
import { scenarioPaths } from './scenarios.ts';

/**
 * What a test costs, and its folder: nothing, servers on loopback and processes, a table in an engine, queues and streams too,
 * a local stage, or a synthesis.
 */
export const tiers = ['pure', 'loopback', 'table', 'pipeline', 'stage', 'infra'];

/** What the files of a tier use together. */
const shared: Record<string, string[]> = {
  stage: ['test/stage/share-stages.ts'],
  infra: ['test/infra/share-assemblies.ts'],
  clients: ['test/clients/install.ts', 'test/stage/share-stages.ts'],
};

const running = ['test/support/stay-in-role.ts'];

/** What runs before each file of a tier, besides what runs before each file. */
const before: Record<string, string[]> = {
  table: running,
  pipeline: running,
  races: running,
  openssh: running,
  stage: ['test/stage/await-build.ts'],
  clients: ['test/stage/await-build.ts'],
};

/** Of the engine, in which calls follow one another anyway: changing threads takes a sixth of a short call. */
const oneThread: Record<string, string> = { TOKIO_WORKER_THREADS: '1' };

export default defineConfig({
  plugins: [functionRoles],
  test: {
    root: new URL('..', import.meta.url).pathname,
    setupFiles: [
      'test/support/begin-file.ts',
      'test/support/reserved-names.cjs',
      'test/support/contract/watch-fetch.ts',
      'test/support/opens-nothing.ts',
      'test/support/quick-hashes.ts',
    ],
    // Several times what a busy machine needs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Files run one after another in the same processes: test/support/begin-file.ts.
    isolate: false,
    // Most of what a request makes is garbage at its end. More room for it saves 4 % of the processor time.
    execArgv: ['--max-semi-space-size=48'],
    // Tests wait for engines and stages about a fifth of their time.
    maxWorkers: availableParallelism() + 1,
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    // Most packages that the tests of clients use are installed by their set-up.
    projects: [...tiers, ...(process.env['LONG'] === '1' ? ['clients', 'races', 'openssh'] : [])].map(
      (name) => ({
        extends: true,
        test: {
          name,
          include: [`test/${name}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, ...(process.env['SCENARIOS'] === 'none' ? scenarioPaths : [])],
          globalSetup: shared[name] ?? [],
          setupFiles: before[name] ?? [],
          env: ['table', 'pipeline', 'races', 'openssh'].includes(name) ? oneThread : {},
        },
      }),
    ),
  },
});
