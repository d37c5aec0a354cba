/**
 * An event, its deliveries and its next round of attempts in one row. Only one sender at a time makes a
 * round, which covers all endpoints with due attempts.
 */

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { deciding } from '../../kit/records/deciding.ts';
import { recordOf } from '../../kit/records/rows.ts';
import { changed, type Store, save, storeOf } from '../../kit/records/store.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../kit/table/causes.ts';
import type { Assignment } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import { tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { dueEntries } from '../../kit/work/define-work.ts';
import {
  dueAttribute as at,
  type Due,
  dueChanges,
  dueValue,
  intoDueIndex,
  lookAt,
  outOfDueIndex,
} from '../../kit/work/due.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { WebhookEvent } from '../events.ts';
import { webhookKeyRows } from '../keys.ts';
import { type Deliveries, pendingOf, statusesOf } from '../rules/webhook-delivery.ts';
import { type EventRecord, eventKey, eventRecord, historyEnds } from './event-record.ts';
import { failureWrites } from './failures.ts';
import { newDelivery } from './progress.ts';

/** Identifies the rounds of events among all scheduled work. Stored in rows, so it must never change. */
export const EVENT_KIND = 'webhook-event';

/** `position` is the number of rounds made, `nextAttemptAt` the time of the next due delivery. */
export interface EventWork extends Due {
  readonly record: EventRecord;
}

/** An event as stored. */
export interface StoredEvent extends EventWork {
  /** False while the event's message is redelivered: until the first round has ended or its sender died. */
  readonly isInDueIndex: boolean;
}

const dueSchema = v.object(dueEntries);

/** @throws ValiError if the row is not an event. */
export const toStoredEvent = (item: Item): StoredEvent => ({
  record: recordOf(webhookEvents, item),
  ...v.parse(dueSchema, item),
  isInDueIndex: dueValue(item, 'dueAt') !== undefined,
});

/** A new event, whose first round is due. */
export const newEventWork = (event: WebhookEvent, endpoints: readonly string[], now: Date): EventWork => ({
  record: eventRecord(event, Object.fromEntries(endpoints.map((id) => [id, newDelivery(now)]))),
  position: 0,
  nextAttemptAt: now.toISOString(),
  claimedUntil: null,
});

/** The event while a sender makes the round. `rested` moves it to the next round. */
export const claimed = (work: EventWork, deliveries: Deliveries, until: Date): EventWork => ({
  ...work,
  record: withDeliveries(work.record, deliveries),
  claimedUntil: until.toISOString(),
});

/** The event after the round, either finished or waiting for the next due delivery. */
export function rested(work: EventWork, deliveries: Deliveries): EventWork {
  const moments = pendingOf(deliveries).map(([, { nextAttemptAt }]) => nextAttemptAt);
  const [first = work.nextAttemptAt] = moments.toSorted();
  return {
    record: withStatuses(withDeliveries(work.record, deliveries)),
    position: work.position + 1,
    nextAttemptAt: first,
    claimedUntil: null,
  };
}

export const withDeliveries = (record: EventRecord, deliveries: Deliveries): EventRecord => ({
  ...record,
  fields: { ...record.fields, deliveries },
});

/** Index entries change at the end of a round, because each change costs a write. */
export const withStatuses = (record: EventRecord): EventRecord => ({
  ...record,
  fields: { ...record.fields, statuses: statusesOf(record.fields.deliveries) },
});

export const isFinished = ({ record }: EventWork): boolean =>
  pendingOf(record.fields.deliveries).length === 0;

/**
 * Changes beside the record. A claimed event keeps its place in the due index, where the sweep finds it after
 * the claim expires. If its sender died, it is added, because its message is redelivered only a few times. A
 * finished event expires at the end of its history.
 */
function changesBeside(before: EventWork | undefined, work: EventWork, now: Date): readonly Assignment[] {
  const due = { kind: EVENT_KIND, key: eventKey(work.record.id), row: work };
  if (isFinished(work)) {
    const expires = historyEnds(work.record.fields['created-at']);
    return [
      ...dueChanges(work),
      ...outOfDueIndex,
      { remove: at('claimant') },
      { set: tableShape.timeToLive, to: expires },
    ];
  }
  // If two senders claim an event in the same millisecond, their writes must differ, or both seem to succeed.
  if (work.claimedUntil !== null) {
    const claimedBefore = before?.claimedUntil ?? null;
    const isTakenOver = claimedBefore !== null && claimedBefore !== work.claimedUntil;
    const members = isTakenOver ? intoDueIndex(due, new Date(work.claimedUntil)) : dueChanges(work);
    return [...members, { set: at('claimant'), to: randomUUID() }];
  }
  return [
    ...intoDueIndex(due, lookAt(work, now)),
    { remove: at('notices') },
    { remove: at('claimant') },
    { remove: tableShape.timeToLive },
  ];
}

const api = { resources: [webhookEvents], keys: webhookKeyRows };

export interface Saving {
  readonly table: Table;
  readonly now: Date;
  /** Writes all or nothing. Defaults to that of the table. */
  readonly commit?: Store['commit'];
  /** publish-changes sends the message for the next round. */
  readonly starts?: true;
  /** The caller deletes the rows of failures afterwards. */
  readonly keepsFailures?: true;
}

/**
 * Saves the event.
 * @param before the event as last read or written; undefined for a new one.
 * @returns the event as written, for the next write; undefined if it changed concurrently.
 */
export async function saveEvent(
  { table, now, commit, starts, keepsFailures }: Saving,
  before: EventWork | undefined,
  after: EventWork,
): Promise<EventWork | undefined> {
  const store = { ...storeOf(api, { table, now }), ...(commit && { commit }) };
  const { deliveries, statuses } = after.record.fields;
  const fields = { deliveries, statuses };
  const record = before ? changed(store, webhookEvents, { before: before.record, fields }) : after.record;
  const mark = starts ? { set: CAUSE_ATTRIBUTE, to: WORK_CAUSE } : { remove: CAUSE_ATTRIBUTE };
  const beside = { update: eventKey(record.id), with: [...changesBeside(before, after, now), mark] };
  const change = { resource: webhookEvents, before: before?.record, after: record };
  const failures = keepsFailures ? [] : failureWrites(before?.record, record);
  const { is } = await save(deciding(store), [change], [beside, ...failures]);
  return is === 'saved' ? { ...after, record } : undefined;
}
