/** What is mutated, the tests that must notice, and the least score of each folder in percent. */
export interface MutatedFolder {
  readonly name: string;
  readonly sources: string;
  /** Patterns of test files, which exercise the folder directly. */
  readonly tests: readonly string[];
  readonly leastScore: number;
}

const kit = (part: string): MutatedFolder => ({
  name: `kit/${part}`,
  sources: `shared/kit/${part}/**/*.ts`,
  tests: ['pure', 'table'].map((tier) => `test/${tier}/kit/{${part},crud}/**/*.test.ts`),
  leastScore: 75,
});

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    name: 'rules',
    sources: 'shared/*/rules/*.ts',
    tests: ['test/pure/*/rules/*.test.ts'],
    leastScore: 85,
  },
  kit('jsonapi'),
  kit('http'),
  kit('table'),
  kit('records'),
];
