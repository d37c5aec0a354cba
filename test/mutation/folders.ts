/** What is mutated, the tests that must notice, and the least score of each folder in percent. */
export interface MutatedFolder {
  readonly name: string;
  readonly sources: string;
  /** Patterns of test files, which exercise the folder directly. */
  readonly tests: readonly string[];
  readonly leastScore: number;
}

/** @param others tests outside of the folder's own, which show what it does for others. */
const kit = (part: string, others: readonly string[] = []): MutatedFolder => ({
  name: `kit/${part}`,
  sources: `shared/kit/${part}/**/*.ts`,
  tests: [...['pure', 'table'].map((tier) => `test/${tier}/kit/${part}/**/*.test.ts`), ...others],
  leastScore: 75,
});

/** Until a first night has said what the score is. */
const UNMEASURED = 0;

export const mutatedFolders: readonly MutatedFolder[] = [
  {
    name: 'rules',
    sources: 'shared/**/rules/*.ts',
    tests: [
      'test/pure/**/rules/*.test.ts',
      'test/{pure,loopback}/audio/*.test.ts',
      'test/pure/matching/sound/*.test.ts',
    ],
    leastScore: 85,
  },
  kit('jsonapi', ['test/pure/kit/crud/**/*.test.ts', 'test/table/kit/crud/**/*.test.ts']),
  kit('http', ['test/table/kit/http/idempotency.test.ts']),
  kit('table'),
  kit('records', [
    'test/table/kit/crud/{layout,link-indexes,steps}.test.ts',
    'test/table/distribution/operators-lists.test.ts',
  ]),
  {
    name: 'client',
    sources: 'bin/client/**/*.ts',
    tests: ['test/{pure,loopback}/client/**/*.test.ts'],
    leastScore: UNMEASURED,
  },
  {
    name: 'operator',
    sources: 'bin/operator/**/*.ts',
    tests: ['test/{pure,loopback}/operator/**/*.test.ts'],
    leastScore: UNMEASURED,
  },
  {
    name: 'webhooks',
    sources: 'shared/webhooks/**/*.ts',
    tests: ['test/{pure,loopback,table}/webhooks/**/*.test.ts'],
    leastScore: UNMEASURED,
  },
];
