/** What is printed of the tests: how far they are, every failure in full, and where the time went. Also writes TEST_REPORT. */
import { writeFileSync } from 'node:fs';
import { DefaultReporter, type SerializedError, type TestModule, type TestRunEndReason } from 'vitest/node';
import type { CountedReport } from './specification.ts';
import { SKIPPED } from './stage/shipped-browser.ts';

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
    const report = process.env['TEST_REPORT'];
    if (report) writeFileSync(report, JSON.stringify(reportOf(modules)));
    if (modules.length > 1) this.#printTimes(modules);
    const note = browserNote(modules);
    if (note) this.log(note);
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

/** @returns which tests were skipped for want of a browser, and what to do about it. */
function browserNote(modules: readonly TestModule[]): string {
  const skipped = modules.flatMap((module) =>
    Array.from(module.children.allTests()).filter(({ fullName }) => fullName.includes(SKIPPED)),
  );
  if (skipped.length === 0) return '';
  return `${skipped.length} tests of pages were skipped, because this machine has no browser for them. Install Chromium or Google Chrome (docs/contributing.md), and run them with: npm test -- stage/console stage/documentation stage/local-page`;
}

/** Separate from Vitest's reporters of JSON, whose options are those of the user. */
function reportOf(modules: readonly TestModule[]): CountedReport {
  const testResults = modules.map((module) => ({
    name: module.moduleId,
    assertionResults: Array.from(module.children.allTests(), (test) => ({
      title: test.name,
      status: test.result().state,
    })),
  }));
  const countOf = (wanted: string) =>
    testResults.flatMap((each) => each.assertionResults).filter(({ status }) => status === wanted).length;
  return { numPassedTests: countOf('passed'), numFailedTests: countOf('failed'), testResults };
}

function durationOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration + environmentSetupDuration;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
