/** Hooks of analytics reports, which check the day and start the work. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { reportWork } from '../reports/report-work.ts';
import { dayProblems } from '../rules/analytics-reports.ts';

export const reportHooks = hooksOf(analyticsReports, {
  prepare(draft, { now }) {
    const date = draft.valid('date');
    if (date !== undefined) draft.reject(...dayProblems(date, now));
    draft.write(reportWork.start({ reportId: draft.id, ownerId: draft.ownerId }, now));
  },
});
