/** Gives completed reports the link to their file. */
import { downloadLink } from '../analytics/download-link.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { viewOf } from '../kit/declare/view.ts';

export const analyticsReportsView = viewOf(analyticsReports, {
  complete: (records, { now, shows }) =>
    Promise.all(
      records.map(async (record) => {
        if (record.fields.status !== 'completed' || !shows('download-url')) return record;
        const link = await downloadLink(record.id, now);
        return { ...record, fields: { ...record.fields, 'download-url': link } };
      }),
    ),
});
