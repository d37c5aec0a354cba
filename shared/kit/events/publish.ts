/** The EventBridge client: puts events on the stage's bus, and tells which were accepted. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import { environment } from '../../platform/settings.ts';
import type { DomainEvent } from './event.ts';
import { EVENT_SOURCE } from './event-source.ts';

/** The limits of one PutEvents call. */
const ENTRIES_PER_CALL = 10;
const BYTES_PER_CALL = 1024 * 1024;

let client: EventBridgeClient | undefined;

function eventBridge(): EventBridgeClient {
  client ??= new EventBridgeClient({});
  return client;
}

export interface PublishFailure {
  /** Index of the first event that was not accepted: all events before it were. */
  readonly index: number;
  readonly error: unknown;
}

/**
 * Puts events on the bus, in order, and stops at the first failure.
 * @returns the failure, or undefined when all events were accepted.
 */
export async function publish(events: readonly DomainEvent[]): Promise<PublishFailure | undefined> {
  let index = 0;
  for (const entries of callsOf(events.map(entryOf))) {
    const failure = await put(entries);
    if (failure) return { ...failure, index: index + failure.index };
    index += entries.length;
  }
  return undefined;
}

/** PutEvents succeeds as a call even when entries fail: their results say which. */
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

/** The size of an entry as PutEvents counts it: 14 bytes for the time, and the texts. */
const bytesOf = ({ Source = '', DetailType = '', Detail = '' }: PutEventsRequestEntry): number =>
  14 + Buffer.byteLength(Source + DetailType + Detail);

function callsOf(entries: readonly PutEventsRequestEntry[]): PutEventsRequestEntry[][] {
  const calls: PutEventsRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const call = calls.at(-1);
    bytes += bytesOf(entry);
    if (call && call.length < ENTRIES_PER_CALL && bytes <= BYTES_PER_CALL) call.push(entry);
    else {
      calls.push([entry]);
      bytes = bytesOf(entry);
    }
  }
  return calls;
}
