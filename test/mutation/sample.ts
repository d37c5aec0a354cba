/**
 * Chooses mutants at random. Stryker loads this file, too: as a checker, it rejects the others before tests
 * run.
 */
import { createHash } from 'node:crypto';

export interface Sample {
  readonly percent: number;
  /** Chooses the same mutants again, as long as the code is the same. */
  readonly seed: number;
}

export const isInSample = (id: string, { percent, seed }: Sample): boolean =>
  createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE() < (percent / 100) * 2 ** 32;

const checker = () => ({
  init: async () => undefined,
  check: async (mutants: readonly { readonly id: string }[]) => {
    const sample = JSON.parse(String(process.env['MUTATION_SAMPLE'])) as Sample;
    return Object.fromEntries(
      mutants.map(({ id }) => [id, { status: isInSample(id, sample) ? 'passed' : 'compileError' }]),
    );
  },
});

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: checker }];
