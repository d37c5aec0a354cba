/** The result that npm run mutate derives from a report. */
import { expect, it } from 'vitest';
import { type MutationReport, scoreOf, survivorsOf } from '../mutation/score.ts';

const mutant = (status: string, line = 1) => ({
  mutatorName: 'ConditionalExpression',
  replacement: 'true',
  status,
  location: { start: { line } },
});
const report = (...statuses: string[]): MutationReport => ({
  files: {
    'a.ts': { source: 'one\n  two\n', mutants: statuses.map((status, at) => mutant(status, at + 1)) },
  },
});

it('the report counts mutants that a test notices or that never end as killed', () => {
  expect(scoreOf(report('Killed', 'Timeout', 'Survived', 'NoCoverage'))).toEqual({
    killed: 2,
    total: 4,
    score: 50,
  });
});

it('the score omits mutants that could not run', () => {
  expect(scoreOf(report('Killed', 'RuntimeError', 'Ignored')).total).toBe(1);
});

it('the report names the line of each mutant that no test noticed', () => {
  expect(survivorsOf(report('Killed', 'Survived'))).toEqual([
    'survived a.ts:2 ConditionalExpression true   in: two',
  ]);
});

it('the report distinguishes code that no test runs from code whose mutants no test notices', () => {
  expect(survivorsOf(report('NoCoverage')).join()).toMatch(/^not run/);
});
