import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios } from '../scenarios.ts';
import { type Report, rowsOf, specification, unproven } from '../specification.ts';

const [row] = rowsOf(
  '| Section | Rule | File | Title |\n|---|---|---|---|\n| 2.4 | names | pure/a | takes %s (or not) |',
);
const reportOf = (title: string, status = 'passed', file = 'pure/a'): Report => ({
  testResults: [
    { name: join(import.meta.dirname, '..', `${file}.test.ts`), assertionResults: [{ title, status }] },
  ],
});
const unprovenIn = (report: Report) => (row ? unproven([row], report) : ['no row']);

describe('a rule of the specification', () => {
  it('is proven by a passed test with its title, for any values', () => {
    expect(unprovenIn(reportOf('takes a name\nof two lines (or not)'))).toEqual([]);
  });

  it.each([
    ['was skipped', reportOf('takes a (or not)', 'skipped')],
    ['has failed', reportOf('takes a (or not)', 'failed')],
    ['is in another file', reportOf('takes a (or not)', 'passed', 'unit/b')],
    ['has another title', reportOf('takes a (or not) today')],
    ['does not exist', { testResults: [] }],
  ])('is not proven by a test that %s', (_, report) =>
    expect(unprovenIn(report)).toEqual([
      '2.4 names: no test "takes %s (or not)" has passed in test/pure/a.test.ts',
    ]),
  );

  it('has a test in a file that every run includes', () => {
    expect(specification().filter(({ file }) => scenarios.includes(file))).toEqual([]);
  });

  it('must be a row of four cells', () => {
    expect(specification().length).toBeGreaterThan(90);
    expect(() => rowsOf('| a |\n|---|\n| 2.4 | names | pure/a |')).toThrow('four cells');
  });
});
