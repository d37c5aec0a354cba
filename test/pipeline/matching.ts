/** The matching of tracks in one process: the real functions on a real table, a queue over HTTP, and the test's clock. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { trackMatcherWith } from '../../functions/match-tracks/handler.ts';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { sweepWith } from '../../functions/sweep/handler.ts';
import { handler as matches } from '../../functions/track-matches/handler.ts';
import { newIndexing } from '../../shared/matching/release-indexing.ts';
import { newMatching } from '../../shared/matching/request-matching.ts';
import { newId } from '../../shared/table/ids.ts';
import type { Item } from '../../shared/table/item.ts';
import { type Key, matchingWorkKey } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows } from '../support/invariants.ts';
import { type NewTrack, newRelease, type Release } from '../support/releases.ts';
import { startTable } from '../support/table.ts';
import { startWire, type Wire } from './wire.ts';

const VISIBILITY_MS = 300_000;

let clock = 0;
let wire: Wire;

export const now = (): Date => new Date(clock);
export const queue = (): Wire => wire;

const matcher = trackMatcherWith({ now });
const sweeper = sweepWith(now);

/** Starts everything for the tests of a file. */
export function useMatching(): void {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    clock = Date.now();
    stop = await startTable({ tokenLifetimeSeconds: 365 * 86_400 });
    wire = await startWire(now);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SQS: wire.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: wire.url,
      BUS_NAME: 'bus',
      MATCHING_QUEUE_URL: `${wire.url}/000000000000/matching`,
    });
  });
  afterEach(() => {
    wire.isDown = false;
    wire.messages.length = 0;
  });
  afterAll(async () => {
    wire.stop();
    await stop();
    vi.useRealTimers();
  });
}

/** Advances the clock, of the API too. Nothing is processed meanwhile. */
export function pass(seconds: number): void {
  clock += seconds * 1000;
  vi.setSystemTime(clock);
}

/** Gives a row that makes work due to publish-changes, as the stream does. */
export async function announce(key: Key): Promise<void> {
  const NewImage = marshall((await new Table().get(key)) as Item) as never;
  const record = { eventName: 'INSERT' as const, dynamodb: { SequenceNumber: '1', NewImage } };
  expect(await publishChanges({ Records: [record] })).toEqual({ batchItemFailures: [] });
}

/** A request for an album is created: its tracks are to be matched. @returns the key of the work. */
export async function request(albumId: string): Promise<Key> {
  pass(1);
  const requestId = newId(now());
  await new Table().commit([newMatching({ requestId, albumId }, now())]);
  const key = matchingWorkKey('request', requestId);
  await announce(key);
  return key;
}

/** A request of the album becomes `sent`, or the album `taken_down`. @returns the key of the work. */
export async function index(albumId: string, isReleased = true): Promise<Key> {
  pass(1);
  await new Table().commit([newIndexing({ albumId, isReleased }, now())]);
  const key = matchingWorkKey('release', albumId);
  await announce(key);
  return key;
}

/** @param copies how many copies of each message are processed, all at once. @returns how many messages there were. */
export async function settle(copies = 1): Promise<number> {
  for (let count = 0; ; ) {
    const batch = wire.messages.filter(({ visibleAt }) => visibleAt <= clock).slice(0, 10);
    if (batch.length === 0) return count;
    count += batch.length;
    const records = batch.flatMap(({ body }, index) =>
      Array.from({ length: copies }, () => ({ body, messageId: String(index) }) as SQSRecord),
    );
    const { batchItemFailures } = await matcher({ Records: records });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
    batch.forEach((message, index) => {
      message.visibleAt = clock + VISIBILITY_MS;
      if (!failed.has(index)) wire.messages.splice(wire.messages.indexOf(message), 1);
    });
  }
}

const sweep = (): Promise<void> => sweeper({}, { getRemainingTimeInMillis: () => 40_000 });

/** Advances the clock by minutes, with a sweep in each, and processes all messages. */
export async function run(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await sweep();
    await settle();
    pass(60);
    await settle();
  }
}

/** An album of a new organization, released and indexed. */
export async function released(tracks: readonly NewTrack[], person?: Person): Promise<Release> {
  const release = await newRelease(person ?? (await newAdmin()), tracks);
  await index(release.albumId);
  await settle();
  return release;
}

export interface ShownMatch {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The matches of a track as its owner sees them. */
export async function shown({ token }: Person, trackId: string): Promise<readonly ShownMatch[]> {
  const path = `/track-matches?filter[track]=${trackId}&page[size]=100`;
  return (await call(matches, 200, { path, token })).body.data;
}

/** Rows of the index of released tracks, without those of other albums. */
export const indexRows = async (albumId: string): Promise<readonly Item[]> =>
  (await allRows()).filter((row) => String(row['pk']).startsWith('released-') && row['albumId'] === albumId);
