/** One attempt to make one report: counts the attempt, writes the file and records the result. */

import type { Fields } from '../../kit/declare/fields.ts';
import { decided } from '../../kit/records/decided.ts';
import { changed, findRecord, type Store, save, storeOf } from '../../kit/records/store.ts';
import { attributesOf } from '../../kit/table/attributes.ts';
import type { Assignment } from '../../kit/table/expressions.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld, isHeldIn } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { describedError } from '../../platform/log.ts';
import { type AnalyticsReport, analyticsReports } from '../api/analytics-reports.ts';
import { type ReportStatus, reportStatusAfter } from '../rules/analytics-reports.ts';
import { failureSentence } from './failure-sentence.ts';
import { type ClaimedReport, type ReportWork, reportWork } from './report-work.ts';
import { writeReport } from './write-report.ts';

interface Making extends Attempt<ReportWork> {
  readonly api: Store['api'];
  readonly bucket: Bucket;
}

interface ReportLine {
  readonly message: 'report.tried';
  /** The attempt failed. */
  readonly level?: 'warn';
  /** Status of the report after the attempt; 'processing' if another attempt follows. */
  readonly outcome: ReportStatus;
  readonly tries: number;
  readonly records?: number;
  /** Why the attempt failed. */
  readonly problem?: unknown;
}

type ReportOutcome = Outcome<ReportWork, ReportLine>;

const at = attributesOf<ReportWork>();

/** @throws if the result of the attempt cannot be recorded. The message is then redelivered. */
export async function makeReport(making: Making): Promise<ReportOutcome> {
  await making.lease.takeSlot();
  const { claimed } = making;
  // All attempts were started, but their functions died.
  if (claimed.tries > readRetryGaps(reportWork).length) return fail(making, undefined);
  const tries = claimed.tries + 1;
  const change = {
    fields: { status: reportStatusAfter('begun') },
    work: [{ set: at('tries'), to: tries }],
  } as const;
  const report = await changeReport(claimed, change, making);
  return makeAttempt(report, { ...making, claimed: { ...claimed, tries } });
}

async function makeAttempt(report: AnalyticsReport, making: Making): Promise<ReportOutcome> {
  const { claimed } = making;
  let records: number;
  try {
    records = await writeReport(report, making);
  } catch (error) {
    return afterFailure(making, describedError(error));
  }
  const fields = { status: reportStatusAfter('written'), 'total-records': records };
  const outcome = (await changeReport(claimed, { fields, work: 'ended' }, making)).fields.status;
  return { is: 'recorded', line: { message: 'report.tried', outcome, tries: claimed.tries, records } };
}

async function afterFailure(making: Making, problem: unknown): Promise<ReportOutcome> {
  const { now, random, claimed } = making;
  const { tries } = claimed;
  const gaps = readRetryGaps(reportWork);
  const again = nextAttemptAt({ gaps, attempts: tries, now: now(), random: random() });
  if (!again) return fail(making, problem);
  const line = { message: 'report.tried', level: 'warn', outcome: 'processing', tries, problem } as const;
  return { is: 'again', next: reportWork.next(claimed, again), line };
}

async function fail(making: Making, problem: unknown): Promise<ReportOutcome> {
  const { claimed } = making;
  const failure = failureSentence(problem, claimed.tries);
  const change = { fields: { status: reportStatusAfter('given_up'), failure }, work: 'ended' } as const;
  const outcome = (await changeReport(claimed, change, making)).fields.status;
  const line = { message: 'report.tried', level: 'warn', outcome, tries: claimed.tries } as const;
  return { is: 'recorded', line: { ...line, ...(problem !== undefined && { problem }) } };
}

interface ReportChange {
  readonly fields: Partial<Fields<typeof analyticsReports>>;
  /** The change of the row of its work. */
  readonly work: 'ended' | readonly Assignment[];
}

/** Changes the report and the row of its work together, while that row is claimed. @throws Overtaken */
function changeReport(
  claimed: ClaimedReport,
  { fields, work }: ReportChange,
  { api, table, now }: Pick<Making, 'api' | 'table' | 'now'>,
): Promise<AnalyticsReport> {
  const unread = storeOf(api, { table, now: now() });
  const key = reportWork.key(claimed.reportId);
  const condition = isHeld(claimed);
  const write = work === 'ended' ? { delete: key, condition } : { update: key, with: work, condition };
  return decided(unread, async (store) => {
    const before = await findRecord(store, analyticsReports, claimed.reportId);
    // Reports are not deleted.
    if (!before) throw new Error(`There is no analytics report ${claimed.reportId}.`);
    const after = changed(store, analyticsReports, { before, fields });
    const outcome = await save(store, [{ resource: analyticsReports, before, after }], [write]);
    if (outcome.is === 'saved') return after;
    const row = await table.get(key);
    // The record has changed since it was read, but the claim is still held.
    if (isHeldIn(row, claimed)) return 'again';
    throw new Overtaken();
  });
}
