/** Changes a report together with the row of its work, while the claim on that row is held. */
import type { Fields } from '../../kit/declare/fields.ts';
import { changed, findRecord, retried, save, storeOf } from '../../kit/records/store.ts';
import type { Assignment } from '../../kit/table/expressions.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { type AnalyticsReport, analyticsReports } from '../api/analytics-reports.ts';
import type { Making } from './making.ts';
import { type ClaimedReport, reportWork } from './report-work.ts';

export interface ReportChange {
  readonly fields: Partial<Fields<typeof analyticsReports>>;
  /** The change of the row of its work. */
  readonly work: 'ended' | readonly Assignment[];
}

/** @returns the changed report. @throws Overtaken */
export function changeReport(
  claimed: ClaimedReport,
  { fields, work }: ReportChange,
  { api, table, now }: Pick<Making, 'api' | 'table' | 'now'>,
): Promise<AnalyticsReport> {
  const store = storeOf(api, { table, now: now() });
  const key = reportWork.key(claimed.reportId);
  const condition = isHeld(claimed);
  const write = work === 'ended' ? { delete: key, condition } : { update: key, with: work, condition };
  return retried(async () => {
    const before = await findRecord(store, analyticsReports, claimed.reportId);
    // Reports are not deleted.
    if (!before) throw new Error(`There is no analytics report ${claimed.reportId}.`);
    const after = changed(store, analyticsReports, { before, fields });
    const outcome = await save(store, [{ resource: analyticsReports, before, after }], [write]);
    if (outcome.is === 'saved') return after;
    const row = await table.get(key);
    if (isHeldIn(row, claimed)) return 'again';
    throw new Overtaken();
  });
}
