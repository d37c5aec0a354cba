/** Makes analytics reports in one process: real functions, table, stream, queues and bucket, and the test's clock. */
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { handler as analytics } from '../../functions/analytics/handler.ts';
import { importerWith } from '../../functions/import-usage/handler.ts';
import { reporterWith } from '../../functions/make-reports/handler.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { waitingReports } from '../../shared/usage/commands/waiting-reports.ts';
import { call, type Person } from '../support/calls.ts';
import { type LocalBucket, withBucket } from '../support/stores/local-bucket.ts';
import { eventsOnBus } from './stream-stage.ts';
import { now, useWorkStage } from './work-stage.ts';

/** Starts everything for the tests of a file. */
export function useReports(): LocalBucket {
  useWorkStage({
    consumers: { Usage: importerWith({ now }), Report: reporterWith({ now, random: () => 0.5 }) },
    streams: true,
  });
  return withBucket();
}

export interface Asked {
  readonly 'dsp-id': number;
  readonly date: string;
}

/** @returns the id of the report. */
export async function ask({ token }: Person, attributes: Asked): Promise<string> {
  const body = { data: { type: 'analytics-reports', attributes } };
  const request = { method: 'POST', path: '/analytics-reports', token, body };
  return (await call(analytics, 202, request)).body.data.id;
}

export const reportOf = async ({ token }: Person, id: string) =>
  (await call(analytics, 200, { path: `/analytics-reports/${id}`, token })).body.data.attributes;

/** @returns the file behind the link of a completed report. */
export async function download(person: Person, id: string): Promise<string> {
  const { 'download-url': link } = await reportOf(person, id);
  const path = String(link).slice(`${process.env['BASE_URL']}/api/v1`.length);
  const { headers } = await call(analytics, 302, { path });
  const response = await fetch(String(headers['Location']));
  expect(response.status).toBe(200);
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
}

export interface ReportEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly analytics_report: { readonly id: number } };
}

/** The published events of a report, by id. */
export const eventsAbout = (id: string): ReadonlyMap<string, ReportEvent> =>
  new Map(
    eventsOnBus<ReportEvent>()
      .filter(({ data }) => String(data.analytics_report?.id) === id)
      .map((event) => [event.id, event]),
  );

/** What `list-waiting` says of a report. */
export async function waitingReport(id: string) {
  const store = storeOf(api, { table: new Table(), now: now() });
  const { items } = await waitingReports(store, 50);
  return items.find((item) => item.id === id);
}
