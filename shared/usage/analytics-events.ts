/** What changes of analytics reports announce (specification 6.3, 6.4). Pure. */

import type { Stored } from '../kit/declare/fields.ts';
import type { MadeEvent } from '../kit/events/event.ts';
import { made } from '../kit/events/made.ts';
import type { analyticsReports } from './api/analytics-reports.ts';

type Report = Stored<typeof analyticsReports>;

/** A report is finished once. */
export function reportEvents({
  before,
  after,
}: {
  readonly before: Report | undefined;
  readonly after: Report | undefined;
}): readonly MadeEvent[] {
  if (!after || before?.fields.status === after.fields.status) return [];
  const { status, date, 'dsp-id': dspId, 'total-records': records } = after.fields;
  const about = { id: Number(after.id), dsp_id: dspId, date };
  if (status === 'completed') {
    const report = { ...about, status, total_records: records ?? 0 };
    return [made(after, 'analytics_report.completed', { analytics_report: report })];
  }
  if (status !== 'failed') return [];
  return [
    made(after, 'analytics_report.failed', { analytics_report: { ...about, status, total_records: null } }),
  ];
}
