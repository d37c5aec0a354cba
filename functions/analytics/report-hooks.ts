/** Hooks of analytics reports: which days can be asked for, and the start of the work. */
import { newReportWork } from '../../shared/analytics/report-work.ts';
import { analyticsReports } from '../../shared/api/analytics-reports.ts';
import { dayProblems } from '../../shared/domain/analytics-reports.ts';
import { hooksOf } from '../../shared/kit/crud/write/hooks.ts';

export const reportHooks = hooksOf(analyticsReports, {
  prepare(draft, { now }) {
    const date = draft.valid('date');
    if (date !== undefined) draft.refuse(...dayProblems(date, now));
    draft.write(newReportWork({ reportId: draft.id, ownerId: draft.ownerId }, now));
  },
});
