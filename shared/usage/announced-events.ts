/** The events caused by changes of analytics reports (specification 6.3, 6.4). Pure. */
import { announces } from '../kit/events/announcements.ts';
import { type NewEvent, newEvent } from '../kit/events/new-event.ts';
import { analyticsReports } from './api/analytics-reports.ts';
import type { usageEvents } from './events.ts';

const event: NewEvent<typeof usageEvents> = newEvent;

/** A report finishes only once. */
export const reportEvents = announces(analyticsReports, ({ before, after }) => {
  if (!after || before?.fields.status === after.fields.status) return [];
  const { status, date, 'dsp-id': dspId, 'total-records': records } = after.fields;
  const about = { id: Number(after.id), dsp_id: dspId, date };
  if (status === 'completed') {
    const report = { ...about, status, total_records: records ?? 0 };
    return [event(after, 'analytics_report.completed', { analytics_report: report })];
  }
  if (status !== 'failed') return [];
  return [
    event(after, 'analytics_report.failed', { analytics_report: { ...about, status, total_records: null } }),
  ];
});
