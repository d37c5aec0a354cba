/** The events of analytics reports (specification 6.3, 6.4). They contain no download link. */
import * as v from 'valibot';
import { type EventTable, numericId } from '../kit/declare/event-definition.ts';

const report = {
  id: numericId,
  dsp_id: numericId,
  date: v.pipe(v.string(), v.isoDate()),
};

export const usageEvents = {
  'analytics_report.completed': {
    payload: v.strictObject({
      analytics_report: v.strictObject({
        ...report,
        status: v.literal('completed'),
        total_records: numericId,
      }),
    }),
    cause: 'An analytics report is ready',
  },
  'analytics_report.failed': {
    payload: v.strictObject({
      analytics_report: v.strictObject({ ...report, status: v.literal('failed'), total_records: v.null() }),
    }),
    cause: 'An analytics report could not be produced',
  },
} as const satisfies EventTable;
