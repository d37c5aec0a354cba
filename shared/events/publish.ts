/** The one EventBridge client: puts events on the stage's bus, and knows which of them the bus took. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import { environment } from '../settings.ts';
import { EVENT_SOURCE } from './catalogue.ts';
import type { DomainEvent } from './event.ts';

/** The bus takes at most so much in one call. */
const ENTRIES_PER_CALL = 10;
const BYTES_PER_CALL = 1024 * 1024;

let client: EventBridgeClient | undefined;

function eventBridge(): EventBridgeClient {
  client ??= new EventBridgeClient({});
  return client;
}

export interface Refusal {
  /** Place of the first event that the bus did not take: it has all before it. */
  readonly index: number;
  readonly error: unknown;
}

/** Puts events in their order. @returns the first refusal, after which nothing more was sent. */
export async function publish(events: readonly DomainEvent[]): Promise<Refusal | undefined> {
  let index = 0;
  for (const entries of callsOf(events.map(entryOf))) {
    const refusal = await put(entries);
    if (refusal) return { ...refusal, index: index + refusal.index };
    index += entries.length;
  }
  return undefined;
}

/** A call succeeds as a whole and fails entry by entry: only the results tell. */
async function put(Entries: PutEventsRequestEntry[]): Promise<Refusal | undefined> {
  let results: PutEventsResultEntry[];
  try {
    results = (await eventBridge().send(new PutEventsCommand({ Entries }))).Entries ?? [];
  } catch (error) {
    return { index: 0, error };
  }
  const index = Entries.findIndex((_, place) => !results[place]?.EventId);
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

/** As PutEvents counts it: 14 bytes for the time, and the texts. */
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
