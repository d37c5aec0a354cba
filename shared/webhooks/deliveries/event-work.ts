/**
 * An event with its deliveries as one row: the record of the event, and beside it the round of attempts that is due. One
 * sender at a time makes a round, to all endpoints whose attempt is due.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { recordOf } from '../../kit/records/rows.ts';
import { changed, save, storeOf } from '../../kit/records/store.ts';
import type { Assignment } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import { tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { dueEntries } from '../../kit/work/define-work.ts';
import {
  dueAttribute as at,
  type Due,
  dueAttributes,
  dueValue,
  MAX_DELAY_SECONDS,
  SWEPT_AHEAD_SECONDS,
} from '../../kit/work/due.ts';
import { dueAt } from '../../kit/work/due-keys.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { WebhookEvent } from '../events.ts';
import { webhookKeyRows } from '../keys.ts';
import { type Deliveries, pendingOf } from '../rules/webhook-delivery.ts';
import { newDelivery } from './delivery-progress.ts';
import { type EventRecord, eventKey, eventRecord, historyEnds } from './event-record.ts';

/** Names the rounds of events among all work that falls due. Stored in rows: never change it. */
export const EVENT_KIND = 'webhook-event';

/** `position`: rounds made. `nextAttemptAt`: of the delivery that is due first. */
export interface EventWork extends Due {
  readonly record: EventRecord;
}

/** As its row says. */
export interface StoredEvent extends EventWork {
  /** False until the first round has ended, or its sender has died: its message brings the event back until then. */
  readonly isInDueIndex: boolean;
}

const dueSchema = v.object(dueEntries);

/** @throws ValiError when the row is not an event. */
export const toStoredEvent = (item: Item): StoredEvent => ({
  record: recordOf(webhookEvents, item),
  ...v.parse(dueSchema, item),
  isInDueIndex: dueValue(item, 'dueAt') !== undefined,
});

/** An event whose first round is due. */
export const newEventWork = (event: WebhookEvent, endpoints: readonly string[], now: Date): EventWork => ({
  record: eventRecord(event, Object.fromEntries(endpoints.map((id) => [id, newDelivery(now)]))),
  position: 0,
  nextAttemptAt: now.toISOString(),
  claimedUntil: null,
});

/** The event while its sender makes the round. Moves on to the next one when it `rests`. */
export const claimed = (work: EventWork, deliveries: Deliveries, until: Date): EventWork => ({
  ...work,
  record: withDeliveries(work.record, deliveries),
  claimedUntil: until.toISOString(),
});

/** The event after the round: finished, or waiting for the delivery that is due first. */
export function rested(work: EventWork, deliveries: Deliveries): EventWork {
  const moments = pendingOf(deliveries).map(([, { nextAttemptAt }]) => nextAttemptAt);
  const [first = work.nextAttemptAt] = moments.toSorted();
  return {
    record: withDeliveries(work.record, deliveries),
    position: work.position + 1,
    nextAttemptAt: first,
    claimedUntil: null,
  };
}

export const withDeliveries = (record: EventRecord, deliveries: Deliveries): EventRecord => ({
  ...record,
  fields: { ...record.fields, deliveries },
});

export const isFinished = ({ record }: EventWork): boolean =>
  pendingOf(record.fields.deliveries).length === 0;

/** Beside an event whose first round its message brings: it is not in the due index yet. */
export const membersOf = ({ position, nextAttemptAt, claimedUntil }: Due): readonly Assignment[] => [
  { set: at('position'), to: position },
  { set: at('nextAttemptAt'), to: nextAttemptAt },
  { set: at('claimedUntil'), to: claimedUntil },
];

/**
 * What changes beside the record. A claimed event keeps its place in the due index, if it has one: that is where the
 * sweep finds it when the claim has expired. One whose sender died gets a place there, since its message brings it back only
 * a few times. A finished one expires when its history ends.
 */
function changesBeside(before: EventWork | undefined, work: EventWork, now: Date): readonly Assignment[] {
  if (isFinished(work)) {
    const expires = historyEnds(work.record.fields['created-at']);
    return [
      ...membersOf(work),
      ...outOfDueIndex,
      { remove: at('claimant') },
      { set: tableShape.timeToLive, to: expires },
    ];
  }
  // Two senders may claim an event in the same millisecond: their writes must differ, or both would seem to be done.
  if (work.claimedUntil !== null) {
    const claimedBefore = before?.claimedUntil ?? null;
    const isTakenOver = claimedBefore !== null && claimedBefore !== work.claimedUntil;
    const members = isTakenOver ? inDueIndex(work, new Date(work.claimedUntil)) : membersOf(work);
    return [...members, { set: at('claimant'), to: randomUUID() }];
  }
  return [
    ...inDueIndex(work, lookAt(work, now)),
    { remove: at('notices') },
    { remove: at('claimant') },
    { remove: tableShape.timeToLive },
  ];
}

/** @param look when the sweep looks at it. */
function inDueIndex(work: EventWork, look: Date): readonly Assignment[] {
  const key = eventKey(work.record.id);
  const due = { ...dueAttributes(EVENT_KIND, key, work), dueAt: dueAt(look, key) };
  return Object.entries(due).map(([name, to]) => ({ set: name, to }));
}

/**
 * When the sweep looks at an event. One that waits for long gets no other message than the sweep's.
 * @internal For the simulation in test/bench.
 */
export function lookAt({ nextAttemptAt }: Due, now: Date): Date {
  const dueMs = Date.parse(nextAttemptAt);
  const isSwept = dueMs > now.getTime() + MAX_DELAY_SECONDS * 1000;
  return new Date(isSwept ? dueMs - SWEPT_AHEAD_SECONDS * 1000 : dueMs);
}

const outOfDueIndex = (['dueKind', 'dueShard', 'dueAt', 'notices'] as const).map((name) => ({
  remove: at(name),
}));

const api = { resources: [webhookEvents], keys: webhookKeyRows };

/**
 * Writes an event as it is now.
 * @param before as it was read or written last; undefined for a new one.
 * @returns it as written, for the next write; undefined when another has written it in the meantime, and nothing was written.
 */
export async function saveEvent(
  { table, now }: { readonly table: Table; readonly now: Date },
  before: EventWork | undefined,
  after: EventWork,
): Promise<EventWork | undefined> {
  const store = storeOf(api, { table, now });
  const fields = { deliveries: after.record.fields.deliveries };
  const record = before ? changed(store, webhookEvents, { before: before.record, fields }) : after.record;
  const beside = { update: eventKey(record.id), with: changesBeside(before, after, now) };
  const change = { resource: webhookEvents, before: before?.record, after: record };
  const { is } = await save(store, [change], [beside]);
  return is === 'saved' ? { ...after, record } : undefined;
}
