/** The making of a report, stored as a row beside its record. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import type { Claimed } from '../../kit/work/due.ts';

export const reportWork = defineWork({
  name: 'analytics-report',
  queue: {
    name: 'Report',
    consumer: 'make-reports',
    mapping: 'ReportsToMake',
    concurrency: { standard: 5, prod: 20, local: 4 },
  },
  id: 'reportId',
  key: (id) => ({ pk: recordKey('analytics-reports', id).pk, sk: 'work' }),
  fields: {
    ownerId: v.string(),
    /** Attempts started, including those of functions that died. */
    tries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  },
  retryGaps: { setting: 'report', standard: [10, 60], local: [2, 5] },
});

export type ReportWork = RowOf<typeof reportWork>;
export type ClaimedReport = Claimed<ReportWork>;
