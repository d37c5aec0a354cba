/** One try to make one report: claim it, count the try, write the file, record what follows. */
import { attributesOf } from '../../kit/table/attributes.ts';
import { writeHeld } from '../../kit/work/claim.ts';
import { hold, type NotDone } from '../../kit/work/hold.ts';
import { enqueue } from '../../kit/work/kind.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { describedError } from '../../platform/log.ts';
import { readSettings } from '../../platform/settings.ts';
import type { AnalyticsReport } from '../api/analytics-reports.ts';
import { reportWorkKey } from '../keys.ts';
import type { ReportStatus } from '../rules/analytics-reports.ts';
import { changeReport } from './change-report.ts';
import type { Making } from './making.ts';
import {
  type ClaimedReport,
  type ReportMessage,
  type ReportWork,
  reportWork,
  toReportItem,
} from './report-work.ts';
import { writeReport } from './write-report.ts';

/** What the log says of a message. */
type MadeReportLine =
  | { readonly message: 'report.skipped'; readonly outcome: NotDone }
  | {
      readonly message: 'report.tried';
      /** Status of the report after the try; 'processing' when another try follows. */
      readonly outcome: ReportStatus | 'overtaken';
      readonly tries: number;
      readonly records?: number;
      /** Why the try failed. */
      readonly problem?: unknown;
    };

const at = attributesOf<ReportWork>();

/**
 * @returns what the log says about it.
 * @throws when the table cannot record what became of the try: the message is redelivered.
 */
export async function makeReport(message: ReportMessage, making: Making): Promise<MadeReportLine> {
  const { reportId, attempt } = message;
  const { table, now } = making;
  const key = reportWorkKey(reportId);
  const done = await hold(table, { kind: reportWork, key, attempt, now }, async (claimed, lease) => {
    await lease.takePlace();
    return begin(claimed, making);
  });
  return typeof done === 'string' ? { message: 'report.skipped', outcome: done } : done;
}

async function begin(claimed: ClaimedReport, making: Making): Promise<MadeReportLine> {
  // All tries were begun, and the functions that made them died.
  if (claimed.tries > readSettings().reportRetryGaps.length) return fail(claimed, undefined, making);
  const begun = { ...claimed, tries: claimed.tries + 1 };
  const change = { fields: { status: 'processing' }, work: [{ set: at('tries'), to: begun.tries }] } as const;
  const report = await changeReport(claimed, change, making);
  if (report === 'overtaken') return { message: 'report.skipped', outcome: report };
  return tryOnce(begun, report, making);
}

async function tryOnce(
  begun: ClaimedReport,
  report: AnalyticsReport,
  making: Making,
): Promise<MadeReportLine> {
  let records: number;
  try {
    records = await writeReport(report, making);
  } catch (error) {
    return afterFailure(begun, describedError(error), making);
  }
  const fields = { status: 'completed', 'total-records': records } as const;
  const after = await changeReport(begun, { fields, work: 'ended' }, making);
  return { message: 'report.tried', outcome: statusOf(after), tries: begun.tries, records };
}

async function afterFailure(begun: ClaimedReport, problem: unknown, making: Making): Promise<MadeReportLine> {
  const { table, now, random } = making;
  const { tries, position } = begun;
  const gaps = readSettings().reportRetryGaps;
  const next = nextAttemptAt({ gaps, attempts: tries, now: now(), random: random() });
  if (!next) return fail(begun, problem, making);
  const nextAttempt = { position: position + 1, nextAttemptAt: next.toISOString(), claimedUntil: null };
  const work: ReportWork = { reportId: begun.reportId, ownerId: begun.ownerId, tries, ...nextAttempt };
  const isRecorded = await writeHeld(table, begun, { put: toReportItem(work) });
  if (isRecorded) await enqueue(reportWork, [work], now());
  return { message: 'report.tried', outcome: isRecorded ? 'processing' : 'overtaken', tries, problem };
}

async function fail(claimed: ClaimedReport, problem: unknown, making: Making): Promise<MadeReportLine> {
  const after = await changeReport(claimed, { fields: { status: 'failed' }, work: 'ended' }, making);
  const { tries } = claimed;
  return {
    message: 'report.tried',
    outcome: statusOf(after),
    tries,
    ...(problem !== undefined && { problem }),
  };
}

const statusOf = (after: AnalyticsReport | 'overtaken'): ReportStatus | 'overtaken' =>
  after === 'overtaken' ? after : after.fields.status;
