/** The result that npm run mutate derives from a report. */
import { expect, it } from 'vitest';
import { isInSample } from '../mutation/sample.ts';
import { type MutationReport, scoreOf, survivorsOf } from '../mutation/score.ts';

const mutant = (status: string, line = 1) => ({
  id: String(line),
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

it('the report counts mutants that fail a test or never end as killed', () => {
  expect(scoreOf(report('Killed', 'Timeout', 'Survived', 'NoCoverage'))).toMatchObject({
    killed: 2,
    total: 4,
    score: 50,
  });
});

it('the score omits mutants that could not run', () => {
  expect(scoreOf(report('Killed', 'RuntimeError', 'Ignored')).total).toBe(1);
});

it('a larger sample makes the score less uncertain', () => {
  const of = (size: number) =>
    report(...Array.from({ length: size }, (_, at) => (at % 4 ? 'Killed' : 'Survived')));
  expect(scoreOf(of(100)).margin).toBeCloseTo(8.5, 1);
  expect(scoreOf(of(400)).margin).toBeCloseTo(4.2, 1);
  expect(scoreOf(report()).margin).toBe(0);
});

it('a sample has its share of the mutants, the same for the same seed', () => {
  const chosen = (seed: number) =>
    Array.from({ length: 2000 }, (_, id) => String(id)).filter((id) => isInSample(id, { percent: 25, seed }));
  expect(chosen(1).length).toBeGreaterThan(400);
  expect(chosen(1).length).toBeLessThan(600);
  expect(chosen(1)).toEqual(chosen(1));
  expect(chosen(2)).not.toEqual(chosen(1));
});

it('the report gives the line of each surviving mutant', () => {
  expect(survivorsOf(report('Killed', 'Survived'))).toEqual([
    'survived a.ts:2 ConditionalExpression true   in: two',
  ]);
});

it('the report separates untested code from code with surviving mutants', () => {
  expect(survivorsOf(report('NoCoverage')).join()).toMatch(/^not run/);
});
