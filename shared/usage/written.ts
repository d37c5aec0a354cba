/** Write hooks of analytics reports, which check the day and start the work. */
import type { Feature } from '../kit/crud/feature.ts';
import { hooksOf } from '../kit/crud/write/hooks.ts';
import { analyticsReports } from './api/analytics-reports.ts';
import { usageDeclared } from './declared.ts';
import { reportWork } from './reports/report-work.ts';
import { dayProblems } from './rules/analytics-reports.ts';

const reportHooks = hooksOf(analyticsReports, {
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

export const usageWritten: Feature = { ...usageDeclared, hooks: { 'analytics-reports': reportHooks } };
