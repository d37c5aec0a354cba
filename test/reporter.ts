/** What is printed of the tests: how far they are, every failure in full, and where the time went. */
import { DefaultReporter, type SerializedError, type TestModule, type TestRunEndReason } from 'vitest/node';

const FILES_PER_LINE = 25;
const SLOWEST = 10;

export default class TestReporter extends DefaultReporter {
  #files = 0;
  #ended = 0;

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(specifications: Parameters<DefaultReporter['onTestRunStart']>[0]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#ended = 0;
  }

  protected override printTestModule(module: TestModule): void {
    this.#ended += 1;
    if (!module.ok()) this.log(`NOT OK  ${module.relativeModuleId}`);
    if (this.#ended % FILES_PER_LINE > 0 && this.#ended < this.#files) return;
    this.log(`${this.#ended} of ${this.#files} files, after ${seconds(performance.now() - this.start)}`);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    if (modules.length > 1) this.#printTimes(modules);
  }

  #printTimes(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => ({ module, ms: durationOf(module) }));
    const slowest = timed.toSorted((left, right) => right.ms - left.ms).slice(0, SLOWEST);
    this.log('Slowest files:');
    for (const { module, ms } of slowest) this.log(`${seconds(ms).padStart(8)}  ${module.relativeModuleId}`);
    const byProject = Map.groupBy(timed, ({ module }) => module.project.name);
    const sums = Array.from(
      byProject,
      ([name, all]) => `${name} ${seconds(all.reduce((sum, { ms }) => sum + ms, 0))}`,
    );
    this.log(`Summed over files, which run concurrently: ${sums.join(', ')}\n`);
  }
}

function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration + environmentSetupDuration;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
