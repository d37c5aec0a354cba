/** Reports on one day's usage on one DSP, made on request (specification 4.14, 6.3). */
import * as v from 'valibot';
import { attr, calendarDay, computed, integer, oneOf, timestamps } from '../../kit/declare/attribute.ts';
import { defineEndpoint } from '../../kit/declare/endpoint.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, date, known } from '../../kit/declare/filter.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsNothing } from '../../kit/declare/shown-response.ts';
import { reportedDsps, reportStatuses } from '../rules/analytics-reports.ts';

const group = 'analytics';

export const analyticsReports = defineResource({
  type: 'analytics-reports',
  about: 'A file with the plays and revenue of one day at one store, made on request.',
  fields: {
    'dsp-id': 'The id of the store.',
    date: 'The day.',
    status: 'Whether the file is ready.',
    'total-records': 'The number of lines, without the header.',
    'download-url': 'Where to download the file, for a limited time.',
  },
  group,
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'A POST returns a 202. The report is `pending`, then `processing`, and finally `completed`, or `failed` after three attempts within about a minute. The events `analytics_report.completed` and `analytics_report.failed` announce the end.',
    'While a report of the same DSP and day is `pending` or `processing`, a POST returns that report. After that, a POST creates a new report with the data available by then.',
    'The file is a CSV, compressed with gzip. Its columns are `date`, `dsp_id`, `country`, `isrc`, `plays`, `revenue` and `currency`, in this order, and its lines are sorted by country, ISRC and currency. A report on a day without plays has 0 records.',
    '`download-url` is null until the report is `completed`, and again when its file has been deleted. Another POST then makes a new report. Each response has a new one. It is valid for 12 hours, needs no token, and redirects (302) to the file.',
  ],
  attributes: {
    'dsp-id': attr(v.picklist(reportedDsps, `must be one of ${reportedDsps.join(', ')}`), {
      required: true,
      writable: 'once',
    }),
    date: attr(calendarDay(), { required: true, writable: 'once' }),
    status: attr(oneOf(reportStatuses), { writable: 'never', initial: 'pending' }),
    /** Lines of the file, excluding the header; null until it is written. */
    'total-records': attr(v.nullable(integer(0)), { writable: 'never' }),
    'download-url': computed(null, v.nullable(v.pipe(v.string(), v.url()))),
    ...timestamps,
  },
  relationships: {},
  operations: ['list', 'read', 'create'],
  asynchronous: true,
  filters: {
    dsp: anyOf('dsp-id'),
    date: date('date'),
    status: known('status', reportStatuses),
  },
  sorts: ['date', 'created-at', 'updated-at'],
  defaultSort: ['-created-at'],
  smartCreation: { by: 'dsp-id+date', updates: [] },
});

export type AnalyticsReport = Stored<typeof analyticsReports>;

/** The file of a report. Its address is signed (shared/usage/reports/download-link.ts). */
export const reportDownload = defineEndpoint({
  name: 'download-report',
  group,
  method: 'GET',
  path: '/analytics-reports/{id}/download',
  access: 'public',
  contentType: 'application/json',
  body: null,
  query: { token: v.pipe(v.string(), v.description('From the `download-url` of a report.')) },
  summary: 'Download the file of an analytics report',
  response: showsNothing(302, { isLocated: true }),
  rejections: ['download_link_invalid'],
});
