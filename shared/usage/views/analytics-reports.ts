/** Adds the download link to completed reports. */
import { viewOf } from '../../kit/declare/view.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { downloadLink } from '../reports/download-link.ts';

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
