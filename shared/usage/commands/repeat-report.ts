/** Produces a failed analytics report again, with all its attempts. */
import type { Run } from '../../kit/commands/listed.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import type { repeatReport } from '../commands.ts';
import { reportWork } from '../reports/report-work.ts';
import { reportStatusAfter } from '../rules/analytics-reports.ts';

export const run = (async ({ id }, operation) => {
  const { fields } = await changeRecord(operation, { resource: analyticsReports, id }, (report) => {
    const { status } = report.fields;
    if (status !== 'failed') throw problem('report_not_failed', `The report ${id} is ${status}, not failed.`);
    return {
      fields: { status: reportStatusAfter('repeated'), failure: null },
      writes: [reportWork.start({ reportId: id, ownerId: report.ownerId }, operation.now)],
    };
  });
  return { id, status: fields.status };
}) satisfies Run<typeof repeatReport>;
