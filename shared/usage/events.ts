/** The events of analytics reports (specification 6.3, 6.4). They contain no download link. */
import * as v from 'valibot';
import { type EventTable, event, numericId } from '../kit/declare/event-definition.ts';

const report = {
  id: numericId,
  dsp_id: numericId,
  date: v.pipe(v.string(), v.isoDate()),
};

const someReport = { id: 0, dsp_id: 0, date: '2026-11-01' };
const since = '2026-11-22';

export const usageEvents = {
  'analytics_report.completed': event({
    payload: v.strictObject({
      analytics_report: v.strictObject({
        ...report,
        status: v.literal('completed'),
        total_records: numericId,
      }),
    }),
    cause: 'An analytics report is ready',
    example: { analytics_report: { ...someReport, status: 'completed', total_records: 1250 } },
    since,
  }),
  'analytics_report.failed': event({
    payload: v.strictObject({
      analytics_report: v.strictObject({ ...report, status: v.literal('failed'), total_records: v.null() }),
    }),
    cause: 'An analytics report could not be produced',
    example: { analytics_report: { ...someReport, status: 'failed', total_records: null } },
    since,
  }),
} as const satisfies EventTable;
