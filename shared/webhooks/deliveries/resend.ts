/** Sends events again, for owners and operators, and continues events whose messages were lost. */
import { retried } from '../../kit/records/decided.ts';
import { CAUSE_ATTRIBUTE } from '../../kit/table/causes.ts';
import type { Item } from '../../kit/table/item.ts';
import { isRecordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { isRunning } from '../../kit/work/due.ts';
import { webhookEvents } from '../api/webhook-events.ts';
import type { Delivery } from '../rules/webhook-delivery.ts';
import {
  type EventWork,
  isFinished,
  rested,
  type Saving,
  type StoredEvent,
  saveEvent,
  toStoredEvent,
} from './event-work.ts';
import { type Endpoints, findEvent, readEndpoints } from './find-event.ts';
import { renewed } from './progress.ts';

interface Resending {
  readonly eventId: string;
  /** Only to this endpoint. */
  readonly endpointId?: string | undefined;
  /** Also sends pending deliveries that only a message would continue, which may be lost. */
  readonly repairs?: true;
}

/** Why a delivery is not sent again. 'busy': attempts of the event are being made. */
export type Obstacle = 'deleted' | 'disabled' | 'busy' | 'pending';

export interface Resent {
  /** The event with the changed deliveries. */
  readonly event: EventWork;
  readonly results: readonly { readonly endpointId: string; readonly obstacle: Obstacle | undefined }[];
}

/**
 * Makes deliveries that have ended pending again, with a new schedule. This starts the next round.
 * @returns undefined if there is no such event.
 */
export const resend = (
  saving: Saving,
  { eventId, endpointId, repairs }: Resending,
): Promise<Resent | undefined> =>
  // The sender may change the event after it was read.
  retried(async () => {
    const read = await findEvent(saving.table, { eventId, endpoints: [] });
    if (!read) return undefined;
    const { event } = read;
    const ids = endpointId === undefined ? event.record.fields.endpoints : [endpointId];
    const endpoints = await readEndpoints(saving.table, { ownerId: event.record.ownerId, ids });
    const results = ids.map((id) => {
      const obstacle = obstacleTo(event, { id, endpoints }, saving.now);
      const isRepaired = repairs && obstacle === 'pending' && isStranded(event);
      return { endpointId: id, obstacle: isRepaired ? undefined : obstacle };
    });
    const again = results.flatMap((each) => (each.obstacle ? [] : [each.endpointId]));
    if (again.length === 0) return { event, results };
    const saved = await renewDeliveries(saving, event, again);
    return saved ? { event: saved, results } : 'again';
  });

function obstacleTo(
  event: StoredEvent,
  { id, endpoints }: { id: string; endpoints: Endpoints },
  now: Date,
): Obstacle | undefined {
  const endpoint = endpoints.get(id);
  const delivery = event.record.fields.deliveries[id];
  if (!endpoint || !delivery) return 'deleted';
  if (!endpoint.fields['is-active']) return 'disabled';
  // Another change would lose the results of these attempts.
  if (isRunning(event, now)) return 'busy';
  return delivery.status === 'pending' ? 'pending' : undefined;
}

/** Whether only the event's first message, which may be lost, could continue it. */
const isStranded = (event: StoredEvent): boolean => !isFinished(event) && !event.isInDueIndex;

/** @returns undefined if the event has changed since it was read. */
export function renewDeliveries(
  saving: Saving,
  event: StoredEvent,
  endpointIds: readonly string[],
): Promise<EventWork | undefined> {
  const { deliveries } = event.record.fields;
  const again = endpointIds.flatMap((id): [string, Delivery][] => {
    const delivery = deliveries[id];
    return delivery ? [[id, renewed(delivery, saving.now)]] : [];
  });
  const work = rested(event, { ...deliveries, ...Object.fromEntries(again) });
  return saveEvent({ ...saving, starts: true }, event, work);
}

/** SQS has redelivered a message, or moved it to the dead letters, long before. */
const LOST_AFTER_MS = 3_600_000;

/**
 * Continues an event whose message was lost with its queue, as in a table that was restored.
 * @param item any row. Imported events, which wait for a take-over, have neither a claim nor a cause.
 */
export async function wakeEvent(
  { table, now }: { readonly table: Table; readonly now: Date },
  item: Item,
): Promise<void> {
  if (!isRecordKey(item, webhookEvents.type)) return;
  const stored = toStoredEvent(item);
  if (stored.isInDueIndex || isFinished(stored)) return;
  const since = stored.claimedUntil ?? (CAUSE_ATTRIBUTE in item ? stored.nextAttemptAt : null);
  if (since === null || Date.parse(since) > now.getTime() - LOST_AFTER_MS) return;
  // A sender that has just taken it over makes this write fail.
  await saveEvent({ table, now }, stored, { ...stored, claimedUntil: null });
}
