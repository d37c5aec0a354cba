/** Hooks of analytics reports, which check the day and start the work. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { reportWork } from '../reports/report-work.ts';
import { dayProblems } from '../rules/analytics-reports.ts';

export const reportHooks = hooksOf(analyticsReports, {
  decide: [
    ({ id, ownerId, now, valid }) => {
      const date = valid('date');
      return {
        problems: date === undefined ? [] : dayProblems(date, now),
        writes: [reportWork.start({ reportId: id, ownerId }, now)],
      };
    },
  ],
});
