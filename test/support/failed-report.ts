/** Ends an analytics report as the last failed attempt at making it does. */
import { changeRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { analyticsReports } from '../../shared/usage/api/analytics-reports.ts';
import { reportWork } from '../../shared/usage/reports/report-work.ts';

export async function failReport(id: string, now = new Date()): Promise<void> {
  const store = storeOf(api, { table: new Table(), now });
  await changeRecord(store, { resource: analyticsReports, id }, () => ({
    fields: { status: 'failed', failure: 'AccessDenied: Access Denied' },
    writes: [reportWork.end(id)],
  }));
}
