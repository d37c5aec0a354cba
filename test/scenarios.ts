/** The most expensive files: each has its own stages, tests within a test, or 20,000 records. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { thirdOfScenarios } from './support/long-run.ts';

/**
 * `npm test` runs a third of them, chosen by the commit. All run in the long form, for pull requests, and where a project
 * or a path is named. A rule of the specification is tested elsewhere. Each third takes about 90 seconds of CPU.
 */
const byThird: Readonly<Record<number, readonly string[]>> = {
  // These share the creation of the demo.
  1: ['stage/walk', 'stage/move-organization', 'stage/restored-stage', 'infra/docs/contributing'],
  2: ['stage/secrets', 'table/conformance/read-units'],
  3: ['stage/reload', 'stage/demo-restart', 'infra/docs/first-change'],
};

/** By what `test/specification.md` calls files. */
export const scenarios: readonly string[] = Object.values(byThird).flat();
export const scenariosOfThisRun = byThird[thirdOfScenarios] ?? [];

const pathOf = (scenario: string): string => `test/${scenario}.test.ts`;

/** Paths from the root of the project. */
export const otherScenarios: readonly string[] = scenarios
  .filter((scenario) => !scenariosOfThisRun.includes(scenario))
  .map(pathOf);

for (const path of scenarios.map(pathOf))
  if (!existsSync(join(import.meta.dirname, '..', path))) throw new Error(`test/scenarios.ts names ${path}.`);
