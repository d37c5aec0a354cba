/** The life of releases in one process: the stream of the table, reviews, deliveries to stores, and the events of all of it. */
import { expect } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { engineCall } from '../../infra/local/dynamodb/engine-call.ts';
import { StreamReader, type StreamRecord } from '../../infra/local/dynamodb/stream-reader.ts';
import { CAUSE_ATTRIBUTE } from '../../shared/events/catalogue.ts';
import type { Settings } from '../../shared/settings.ts';
import { storeFor } from '../../shared/stores/store-for.ts';
import { BUS } from './wire.ts';
import { now, pass, queue, settle, sweep, useWorkStage } from './work-stage.ts';

export { now, pass, queue } from './work-stage.ts';

/** Messages of a queue become visible again after so long. */
const VISIBILITY_SECONDS = 300;

/** Starts everything for the tests of a file. */
export const useDistribution = (settings: Partial<Settings> = {}): void =>
  useWorkStage({
    consumers: {
      Review: reviewerWith(now),
      Store: delivererWith({ now, random: () => 0.5, storeFor }),
    },
    visibilitySeconds: VISIBILITY_SECONDS,
    settings,
    streams: true,
  });

let reader: StreamReader | undefined;
let waiting: StreamRecord[] = [];

async function startReader(): Promise<StreamReader> {
  const call = engineCall(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  const { Table } = (await call('DynamoDB_20120810.DescribeTable', { TableName: 'table' })) as {
    Table: { LatestStreamArn: string };
  };
  const arn = Table.LatestStreamArn;
  return new StreamReader(call, {
    arn,
    engineArn: arn,
    startingPosition: 'TRIM_HORIZON',
    checkpoint: () => undefined,
  });
}

/** As the filter of the stage's mapping. */
const isCause = ({ dynamodb }: StreamRecord): boolean =>
  CAUSE_ATTRIBUTE in ((dynamodb['NewImage'] as object | undefined) ?? {});

const BATCH = 100;

/**
 * Gives new changes to publish-changes. What it refuses is given to it again by the next call.
 * @param replayed gives it everything twice.
 */
export async function followStream({ replayed = false } = {}): Promise<void> {
  reader ??= await startReader();
  for (;;) {
    const records = await reader.read(1000);
    if (records.length === 0) break;
    waiting.push(...records.filter(isCause));
  }
  while (waiting.length > 0) {
    const batch = waiting.slice(0, BATCH);
    if (replayed) await publishChanges({ Records: batch as never });
    const { batchItemFailures } = await publishChanges({ Records: batch as never });
    const failed = batchItemFailures[0]?.itemIdentifier;
    const reached = batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed);
    waiting = waiting.slice(failed === undefined ? batch.length : Math.max(reached, 0));
    if (failed !== undefined) return;
  }
}

interface Manner {
  readonly replayed?: boolean;
  readonly copies?: number;
}

/** Follows the stream and processes messages until nothing follows. */
export async function work({ replayed = false, copies = 1 }: Manner = {}): Promise<void> {
  for (let round = 0; round < 50; round++) {
    await followStream({ replayed });
    if ((await settle(copies)) === 0) return;
  }
  throw new Error('The work does not end.');
}

/** Lets minutes pass, with a sweep in each. */
export async function workFor(minutes: number, manner: Manner = {}): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await sweep();
    await work(manner);
    pass(60);
  }
  await work(manner);
}

/** An event on the bus. */
export interface Announced {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly album?: { readonly id: number };
    readonly distribution_request?: { readonly album_id: number };
    readonly delivery?: { readonly album_id: number; readonly status: string };
    readonly store?: { readonly id: number };
    readonly store_delivery?: { readonly id: string };
    readonly previous_status?: string | null;
    readonly status?: string;
  };
}

/** Every event about an album that is on the bus, as often as it is there. */
export function eventsAbout(album: string): Announced[] {
  const events = queue()
    .messages.filter((message) => message.queue === BUS)
    .map(({ body }): Announced => JSON.parse(body).detail);
  return events.filter(({ data }) => {
    const about = data.album?.id ?? data.distribution_request?.album_id ?? data.delivery?.album_id;
    return String(about) === album;
  });
}

/** What an event says, in short. @example 'album.status_changed draft -> in_review' */
export function summaryOf({ type, data }: Announced): string {
  if (data.previous_status !== undefined) return `${type} ${data.previous_status} -> ${data.status}`;
  return data.store ? `${type} ${data.store.id}` : `${type} ${data.delivery?.status}`;
}

/** The events of an album, one for each id. Fails when two ids tell the same change. */
export function toldOnce(album: string): string[] {
  const byId = new Map(eventsAbout(album).map((event) => [event.id, event]));
  const told = [...byId.values()].map((event) => `${summaryOf(event)} ${subjectOf(event)}`);
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
  return [...byId.values()].map(summaryOf).toSorted();
}

const subjectOf = ({ data }: Announced): string =>
  JSON.stringify([data.delivery, data.distribution_request, data.store_delivery]);
