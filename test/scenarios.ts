/** The most expensive files: each has its own stages, every page, tests within a test, or 20,000 records. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm test` omits them unless a project or a path is named. They run in the long form, for pull requests and at night. A rule
 * of the specification is tested elsewhere. By what `test/specification.md` calls files.
 */
export const scenarios: readonly string[] = [
  'infra/docs/contributing',
  'infra/docs/first-change',
  'stage/console-changes',
  'stage/demo-restart',
  'stage/documentation-site',
  'stage/move-organization',
  'stage/redrive',
  'stage/reload',
  'stage/restored-stage',
  'stage/secrets',
  'stage/walk',
  'table/conformance/read-units',
];

/** Paths from the root of the project. */
export const scenarioPaths: readonly string[] = scenarios.map((name) => `test/${name}.test.ts`);

for (const path of scenarioPaths)
  if (!existsSync(join(import.meta.dirname, '..', path))) throw new Error(`test/scenarios.ts names ${path}.`);
