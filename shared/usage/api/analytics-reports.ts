/** Reports on one day's usage on one DSP, made on request (specification 4.14, 6.3). */
import * as v from 'valibot';
import { attr, calendarDay, hidden, integer, oneOf, text, timestamps } from '../../kit/declare/attribute.ts';
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
  group,
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    'dsp-id': attr(v.picklist(reportedDsps, `must be one of ${reportedDsps.join(', ')}`), {
      required: true,
      writable: 'once',
      says: 'The id of the store.',
    }),
    date: attr(calendarDay(), { required: true, writable: 'once', says: 'The day.' }),
    status: attr(oneOf(reportStatuses), {
      writable: 'never',
      initial: 'pending',
      says: 'Whether the file is ready.',
    }),
    /** Null until the file is written. */
    'total-records': attr(v.nullable(integer(0)), {
      writable: 'never',
      says: 'The number of lines, without the header.',
    }),
    'download-url': attr(v.nullable(v.pipe(v.string(), v.url())), {
      writable: 'never',
      kept: false,
      says: 'Where to download the file, for a limited time.',
    }),
    /** Why it failed, for operators. */
    failure: attr(v.nullable(text(1)), hidden),
    ...timestamps,
  },
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
