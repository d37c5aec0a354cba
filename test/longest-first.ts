/** Starts the longest files of each tier first, so that none of them runs alone at the end. npm test prints which these are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = new URL('..', import.meta.url).pathname;

const longest = new Set(
  [
    'table/conformance/read-units',
    'table/races/distribution',
    'table/distribution/store-needs',
    'table/catalogue/catalogue-concurrency',
    'table/conformance/responses',
    'table/catalogue/credits/together',
    'table/distribution/approval',
    'table/conformance/paths',
    'pure/webhooks/simulation',
    'pipeline/distribution-crash',
    'pipeline/usage-crash',
    'pipeline/usage-sums',
    'stage/console-shown',
    'stage/console-acted',
  ].map((name) => join(root, `test/${name}.test.ts`)),
);
for (const file of longest) if (!existsSync(file)) throw new Error(`test/longest-first.ts names ${file}.`);

export class LongestFirst extends BaseSequencer {
  /** Without the results of an earlier run, Vitest goes by the size of the files. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const tiers = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const rank = ({ moduleId }: TestSpecification) => (longest.has(moduleId) ? 0 : 1);
    return [...tiers.values()].flatMap((tier) => tier.toSorted((left, right) => rank(left) - rank(right)));
  }
}
