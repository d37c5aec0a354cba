/** The making of a report, as a row of the table beside its record. */
import * as v from 'valibot';
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Claimed, dueAttributes, firstDue, workOwner } from '../../kit/work/due.ts';
import type { WorkKind } from '../../kit/work/kind.ts';
import { reportWorkKey } from '../keys.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const schema = v.object({
  reportId: v.string(),
  ownerId: workOwner,
  /** Tries that were begun, also by functions that died. */
  tries: count,
  // The members of Due.
  position: count,
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});

export type ReportWork = Readonly<v.InferOutput<typeof schema>>;
export type ClaimedReport = Claimed<ReportWork>;

/** Names this work among all that falls due. Stored in rows: never change it. */
const REPORT = 'analytics-report';

/** Has a report made, in the transaction that asks for it. */
export function newReportWork(
  { reportId, ownerId }: { readonly reportId: string; readonly ownerId: string },
  now: Date,
): Write {
  const key = reportWorkKey(reportId);
  return {
    put: { ...key, reportId, ownerId, tries: 0, ...firstDue(REPORT, key, now) },
    condition: rowMissing,
  };
}

/** The row of a report that waits for its next try. */
export function toReportItem(work: ReportWork): Item & Key {
  const key = reportWorkKey(work.reportId);
  return { ...key, ...work, ...dueAttributes(REPORT, key, work) };
}

const messageSchema = v.object({
  reportId: v.string(),
  /** The row's `position` when the message was sent. */
  attempt: count,
});

export type ReportMessage = Readonly<v.InferOutput<typeof messageSchema>>;

/** The body of a message in the report queue. */
export const reportMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), messageSchema);

export const reportWork: WorkKind<ReportWork> = {
  name: REPORT,
  queueVariable: 'REPORT_QUEUE_URL',
  read: (item) => v.parse(schema, item),
  ownerOf: ({ ownerId }) => ownerId,
  message({ reportId, position }) {
    const body: ReportMessage = { reportId, attempt: position };
    return body;
  },
};
