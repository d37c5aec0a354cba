/** One reading of what a connected store has placed for the stage: acknowledgements and sales reports. */
import type { Store } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import type { MetricValues } from '../../platform/metrics.ts';
import {
  type AcknowledgementCounts,
  noAcknowledgements,
  readAcknowledgements,
} from '../acknowledgements/read-acknowledgements.ts';
import { awaitedOf, isOverdue } from '../awaiting/awaited.ts';
import { lastReadKey } from '../keys.ts';
import {
  noReports,
  type ReportCounts,
  readSalesReports,
  type TakeReports,
} from '../sales-reports/read-sales-reports.ts';
import { connectionOf, type StoreConnection } from '../stores/connected/connection.ts';
import { StoreFailure } from '../stores/connected/store-failure.ts';
import type { StoreFiles } from '../stores/connected/store-files.ts';
import { openStore } from '../stores/open-store.ts';
import { longFailureOf, recordContact } from '../transfers/contact.ts';
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
  /** Contacts with the store, or those that write, fail longer than `lateAfterSeconds.delivery`. */
  readonly isUnreachable?: true;
  /** Since when the store has not acknowledged a delivery, if that is longer than agreed with it. */
  readonly unacknowledgedSince?: string;
}

/** Shorter than the function's timeout. */
const READING_MS = 600_000;

/** Until the next part of a folder with more reports than one reading takes. */
const SOON_SECONDS = 10;

export async function readStore(reading: StoreAttempt): Promise<Outcome<StoreReading, ReadingLine>> {
  const { table, claimed, lease, now } = reading;
  const { dspId, asked } = claimed;
  const connection = await connectionOf(table, dspId);
  if (!connection) return 'gone';
  await lease.takeSlot();
  const found = { counts: noAcknowledgements(), reports: noReports() };
  const { problem, isMore } = await readAll(reading, connection, found);
  const oldest = await overdueAt(connection, reading);
  await lease.keep();
  const contact = await recordContact(table, dspId, { problem, now: now() });
  const [gap = 0] = readRetryGaps(storeReadingWork);
  const seconds = isMore ? Math.min(gap, SOON_SECONDS) : gap;
  const next = storeReadingWork.next(claimed, new Date(now().getTime() + seconds * 1000), { asked: null });
  const read = { put: { ...lastReadKey(dspId), at: now().toISOString(), asked, problem, ...found } };
  const row = { put: storeReadingWork.item(next), condition: isHeld(claimed) };
  if (await failedConditions(table.commit([row, read]))) throw new Overtaken();
  const silence = oldest === undefined ? {} : { unacknowledgedSince: oldest };
  const unreachable = longFailureOf(contact, now()) ? { isUnreachable: true as const } : {};
  const line = { message: 'store.read', dsp: dspId, ...found, ...silence, ...unreachable } as const;
  if (problem === null) return { is: 'recorded', next, line: { ...line, outcome: 'read' } };
  return { is: 'recorded', next, line: { ...line, outcome: 'failed', reason: problem } };
}

/** Between transfers, only readings tell that a store cannot be reached or written to, or does not acknowledge what it has. */
export const readingMetrics = ({ isUnreachable, unacknowledgedSince }: ReadingLine): MetricValues => ({
  ...(isUnreachable && { StoresUnreachable: 1 }),
  ...(unacknowledgedSince !== undefined && { StoresSilent: 1 }),
});

/** Asked after acknowledgements were read, also if the store could not be reached. */
async function overdueAt(
  connection: StoreConnection,
  { table, claimed: { dspId }, now }: StoreAttempt,
): Promise<string | undefined> {
  const [oldest] = await awaitedOf(table, dspId, 1);
  return oldest && isOverdue(oldest, connection, now()) ? oldest.sentAt : undefined;
}

interface Read {
  /** What was wrong with the store, or null. */
  readonly problem: string | null;
  /** Whether there is more to read than one reading takes. */
  readonly isMore: boolean;
}

/** What was read before a problem is recorded. */
async function readAll(
  { api, table, claimed: { dspId }, lease, now, take }: StoreAttempt,
  connection: StoreConnection,
  found: Pick<ReadingLine, 'counts' | 'reports'>,
): Promise<Read> {
  const until = AbortSignal.any([lease.lost, AbortSignal.timeout(READING_MS)]);
  const of = { table, dspId, now, keep: lease.keep };
  let store: StoreFiles | undefined;
  try {
    store = await openStore({ dspId, connection, now: now(), until });
    const acknowledgements = inFolder(connection, connection.acknowledgements);
    const isMore = await readAcknowledgements(store, { ...of, api, folder: acknowledgements }, found.counts);
    const { reports, reportLayout: layout, acknowledgesReports: acknowledges } = connection;
    if (reports === null) return { problem: null, isMore };
    const folder = inFolder(connection, reports);
    const areMore = await readSalesReports(
      store,
      { ...of, folder, layout, acknowledges, take },
      found.reports,
    );
    return { problem: null, isMore: isMore || areMore };
  } catch (error) {
    if (error instanceof StoreFailure) return { problem: error.message, isMore: false };
    throw error;
  } finally {
    store?.close();
  }
}
