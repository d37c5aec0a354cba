/** One reading of what a connected store has placed for the stage: acknowledgements and sales reports. */
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import {
  type AcknowledgementCounts,
  noAcknowledgements,
  readAcknowledgements,
} from '../acknowledgements/read-acknowledgements.ts';
import { lastReadKey } from '../keys.ts';
import type { TakeReports } from '../sales-reports/placed-report.ts';
import { noReports, type ReportCounts, readSalesReports } from '../sales-reports/read-sales-reports.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import { openSession } from '../stores/sftp/open-session.ts';
import type { SftpSession } from '../stores/sftp/sftp-session.ts';
import { recordContact } from '../transfers/contact.ts';
import { inFolder } from '../transfers/store-names.ts';
import { type StoreReading, storeReadingWork } from '../work/reading-work.ts';

interface StoreAttempt extends Attempt<StoreReading> {
  readonly api: Store['api'];
  readonly take: TakeReports;
}

export interface ReadingLine {
  readonly message: 'store.read';
  readonly dsp: string;
  readonly outcome: 'read' | 'failed';
  readonly counts: AcknowledgementCounts;
  readonly reports: ReportCounts;
  readonly reason?: string;
}

/** Shorter than the function's timeout. */
const READING_MS = 600_000;

export async function readStore(reading: StoreAttempt): Promise<Outcome<StoreReading, ReadingLine>> {
  const { table, claimed, lease, now } = reading;
  const { dspId, asked } = claimed;
  const connection = await connectionOf(table, dspId);
  if (!connection) return 'gone';
  await lease.takeSlot();
  const found = { counts: noAcknowledgements(), reports: noReports() };
  const problem = await readAll(reading, connection, found);
  await lease.keep();
  await recordContact(table, dspId, { problem, now: now() });
  const [seconds = 0] = readRetryGaps(storeReadingWork);
  const next = storeReadingWork.next(claimed, new Date(now().getTime() + seconds * 1000), { asked: null });
  const read = { put: { ...lastReadKey(dspId), at: now().toISOString(), asked, problem, ...found } };
  const row = { put: storeReadingWork.item(next), condition: isHeld(claimed) };
  if (await failedConditions(table.commit([row, read]))) throw new Overtaken();
  const line = { message: 'store.read', dsp: dspId, ...found } as const;
  return {
    is: 'recorded',
    next,
    line: problem === null ? { ...line, outcome: 'read' } : { ...line, outcome: 'failed', reason: problem },
  };
}

/** @returns what was wrong with the store, or null. What was read before that is recorded. */
async function readAll(
  { api, table, claimed: { dspId }, lease, now, take }: StoreAttempt,
  connection: StoreConnection,
  found: Pick<ReadingLine, 'counts' | 'reports'>,
): Promise<string | null> {
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(READING_MS)]);
  const of = { table, dspId, now, keep: lease.keep };
  let session: SftpSession | undefined;
  try {
    session = await openSession({ dspId, connection, now: now(), until });
    const acknowledgements = inFolder(connection, connection.acknowledgements);
    await readAcknowledgements(session, { ...of, api, folder: acknowledgements }, found.counts);
    const { reports, reportLayout: layout } = connection;
    if (reports !== null) {
      const folder = inFolder(connection, reports);
      await readSalesReports(session, { ...of, folder, layout, take }, found.reports);
    }
    return null;
  } catch (error) {
    if (error instanceof StoreFailure) return error.message;
    throw error;
  } finally {
    session?.close();
  }
}
