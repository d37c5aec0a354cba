/** Adds the download link to completed reports whose file still exists. */
import type { Fields } from '../../kit/declare/fields.ts';
import { viewOf } from '../../kit/declare/view.ts';
import { readSettings } from '../../platform/settings.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { downloadLink } from '../reports/download-link.ts';

export const analyticsReportsView = viewOf(analyticsReports, {
  complete: (records, { now, shows }) =>
    Promise.all(
      records.map(async (record) => {
        if (!hasFile(record.fields, now) || !shows('download-url')) return record;
        const link = await downloadLink(record.id, now);
        return { ...record, fields: { ...record.fields, 'download-url': link } };
      }),
    ),
});

const DAY_MS = 86_400_000;

/** A file is deleted some days after it was written, at the end of that day. */
function hasFile({ status, 'updated-at': writtenAt }: Fields<typeof analyticsReports>, now: Date): boolean {
  const { reportFileDays: days } = readSettings();
  return status === 'completed' && (days === null || Date.parse(writtenAt) + days * DAY_MS > now.getTime());
}
