import { expect, it } from 'vitest';
import { dayProblems, isRunning, reportStatuses } from '../../../../shared/usage/rules/analytics-reports.ts';

it('a report runs until it is completed or failed', () => {
  expect(reportStatuses.filter(isRunning)).toEqual(['pending', 'processing']);
});

it.each([
  ['yesterday', '2026-11-21', 0],
  ['today', '2026-11-22', 0],
  ['tomorrow', '2026-11-23', 1],
])('the day of a report cannot be in the future: %s', (_, day, problems) => {
  expect(dayProblems(day, new Date('2026-11-22T23:59:59Z'))).toEqual(
    Array.from({ length: problems }, () => ({
      code: 'invalid_value',
      detail: expect.stringContaining('future'),
      pointer: '/data/attributes/date',
    })),
  );
});
