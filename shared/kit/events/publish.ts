/** Puts events on the stage's bus. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import { batchesOf } from '../../platform/batches.ts';
import { once } from '../../platform/once.ts';
import { environment } from '../../platform/settings.ts';
import type { DomainEvent } from './event.ts';
import { EVENT_SOURCE } from './event-source.ts';

/** PutEvents limit. */
const ENTRIES_PER_CALL = 10;
/** EventBridge limits a call to 1 MiB, and counts 14 bytes for the time of an entry. */
const ENTRIES_SIZE = {
  mostBytes: 1024 * 1024,
  bytesOf: ({ Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number =>
    14 + Buffer.byteLength(Source + DetailType + Detail),
};

const eventBridge = /* @__PURE__ */ once(() => new EventBridgeClient({}));

export interface PublishFailure {
  /** Index of the first event that was not accepted. All earlier events were. */
  readonly index: number;
  readonly error: unknown;
}

/**
 * Puts events on the bus in order, and stops at the first failure.
 * @returns undefined if all events were accepted.
 * @example const failure = await publish(events)
 */
export async function publish(events: readonly DomainEvent[]): Promise<PublishFailure | undefined> {
  let index = 0;
  for (const entries of batchesOf(events.map(entryOf), ENTRIES_PER_CALL, ENTRIES_SIZE)) {
    const failure = await put(entries);
    if (failure) return { ...failure, index: index + failure.index };
    index += entries.length;
  }
  return undefined;
}

/** Checks the result of each entry, because PutEvents succeeds even if entries fail. */
async function put(Entries: PutEventsRequestEntry[]): Promise<PublishFailure | undefined> {
  let results: PutEventsResultEntry[];
  try {
    results = (await eventBridge().send(new PutEventsCommand({ Entries }))).Entries ?? [];
  } catch (error) {
    return { index: 0, error };
  }
  const index = Entries.findIndex((_, entry) => !results[entry]?.EventId);
  if (index < 0) return undefined;
  const { ErrorCode, ErrorMessage } = results[index] ?? {};
  return { index, error: `${ErrorCode ?? 'No result'}: ${ErrorMessage ?? ''}` };
}

const entryOf = (event: DomainEvent): PutEventsRequestEntry => ({
  EventBusName: environment('BUS_NAME'),
  Source: EVENT_SOURCE,
  DetailType: event.type,
  Detail: JSON.stringify(event),
  Time: new Date(event.createdAt),
});
