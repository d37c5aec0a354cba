/** The validation of masters in one process: the real functions on a real table, a queue over HTTP, and the test's clock. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as operate } from '../../functions/operate/handler.ts';
import { handler as publishChanges } from '../../functions/publish-changes/handler.ts';
import { sweepWith } from '../../functions/sweep/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { validatorWith } from '../../functions/validate-assets/handler.ts';
import { trackAssets } from '../../shared/api/track-assets.ts';
import { tracks as trackRecords } from '../../shared/api/tracks.ts';
import type { AssetType } from '../../shared/domain/catalogue.ts';
import { findRecord } from '../../shared/records/store.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Item } from '../../shared/table/item.ts';
import { validationKey } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import { type Call, call, newAdmin, type Person } from '../support/calls.ts';
import { trackAttributes } from '../support/examples.ts';
import { startTable } from '../support/table.ts';
import { stopReceivers, trustReceivers } from '../unit/webhooks/receivers.ts';
import { startWire, type Wire } from './wire.ts';

const VISIBILITY_MS = 270_000;

let clock = 0;
let wire: Wire;
let person: Person;
let albumId: string;
let order = 0;

export const now = (): Date => new Date(clock);
export const queue = (): Wire => wire;

/** Without jitter. */
const validator = validatorWith({ now, random: () => 0.5, requestTimeoutMs: 500 });
const sweeper = sweepWith(now);

/** Starts everything for the tests of a file. */
export function useMasters(settings: Partial<Settings> = {}): void {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    clock = Date.now();
    stop = await startTable({ tokenLifetimeSeconds: 365 * 86_400, ...settings });
    wire = await startWire(now);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_SQS: wire.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: wire.url,
      BUS_NAME: 'bus',
      VALIDATION_QUEUE_URL: `${wire.url}/000000000000/validations`,
      WEBHOOK_QUEUE_URL: `${wire.url}/000000000000/webhooks`,
    });
    trustReceivers();
    person = await newAdmin();
    const capabilities = { 'music-videos': 'on', video: 'on' };
    await operate({
      command: 'set-capabilities',
      positionals: [person.userId],
      arguments: capabilities,
      actor: 'test',
    });
    albumId = await created('albums', {
      attributes: {
        title: 'Kind of Green',
        release_date: '2026-11-30',
        'is-explicit': false,
        'rights-owner-year': 2026,
        'rights-owner-name': 'Blue Room',
      },
    });
  });
  afterEach(() => {
    stopReceivers();
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

const ask = (status: number, request: Call) =>
  call(request.path.startsWith('/albums') ? albums : tracks, status, { token: person.token, ...request });

async function created(type: string, document: object): Promise<string> {
  const body = { data: { type, ...document } };
  return (await ask(201, { method: 'POST', path: `/${type}`, body })).body.data.id;
}

export const remove = (path: string) => ask(204, { method: 'DELETE', path });

export async function patchTrack(id: string, attributes: object): Promise<void> {
  await ask(200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    body: { data: { type: 'tracks', id, attributes } },
  });
}

export interface Attached {
  readonly id: string;
  readonly trackId: string;
}

const toAttach = (assetType: AssetType, url: string, trackId: string) => ({
  attributes: { 'asset-type': assetType, url },
  relationships: { track: { data: { type: 'tracks', id: trackId } } },
});

/** Attaches a master to a new track. Its validation has no message yet. */
export async function attach(url: string, assetType: AssetType = 'dolby_atmos'): Promise<Attached> {
  order += 1;
  const trackId = await created('tracks', {
    attributes: { ...trackAttributes, order, 'is-video': assetType === 'video' },
    relationships: {
      albums: { data: [{ type: 'albums', id: albumId }] },
      'primary-genre': { data: { type: 'genres', id: '1' } },
      language: { data: { type: 'languages', id: '118' } },
    },
  });
  return { trackId, id: await created('track-assets', toAttach(assetType, url, trackId)) };
}

/** @returns the problems that the API refuses the URL with. */
export async function refusalOf(url: string): Promise<unknown> {
  const { trackId, id } = await attach('https://127.0.0.1:9/');
  await remove(`/track-assets/${id}`);
  const data = { type: 'track-assets', ...toAttach('dolby_atmos', url, trackId) };
  return (await ask(422, { method: 'POST', path: '/track-assets', body: { data } })).body.errors;
}

/** The master as its owner sees it. */
export async function shown(id: string): Promise<{ status: string; errors: string[] }> {
  const { attributes } = (await ask(200, { path: `/track-assets/${id}` })).body.data;
  return { status: attributes['validation-status'], errors: attributes['validation-errors'] };
}

export const kindOfTrack = async (id: string) =>
  (await findRecord({ table: new Table() }, trackRecords, id))?.fields.kind;
export const assetRecord = (id: string) => findRecord({ table: new Table() }, trackAssets, id);
export const workRow = (id: string) => new Table().get(validationKey(id));

/** A change of a row as the stream has it. */
export const change = (NewImage: Item, OldImage?: Item, SequenceNumber = '1') => ({
  eventName: OldImage ? ('MODIFY' as const) : ('INSERT' as const),
  dynamodb: {
    SequenceNumber,
    NewImage: marshall(NewImage) as never,
    ...(OldImage && { OldImage: marshall(OldImage) as never }),
  },
});

/** Gives the row of a new validation to publish-changes. */
export async function announce({ id }: Attached): Promise<void> {
  const row = await workRow(id);
  if (!row) throw new Error(`${id} has no validation.`);
  expect(await publishChanges({ Records: [change(row)] })).toEqual({ batchItemFailures: [] });
}

/** Processes messages until none is visible. @returns how many were processed. */
export async function settle(): Promise<number> {
  for (let count = 0; ; ) {
    const batch = wire.messages.filter(({ visibleAt }) => visibleAt <= clock).slice(0, 10);
    if (batch.length === 0) return count;
    count += batch.length;
    for (const message of batch) message.visibleAt = clock + VISIBILITY_MS;
    const records = batch.map(({ body }, index) => ({ body, messageId: String(index) }) as SQSRecord);
    const { batchItemFailures } = await validator({ Records: records });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
    const done = batch.filter((_, index) => !failed.has(index));
    for (const message of done) wire.messages.splice(wire.messages.indexOf(message), 1);
  }
}

export const sweep = (): Promise<void> => sweeper({}, { getRemainingTimeInMillis: () => 40_000 });

/** Advances the clock by minutes, with a sweep in each, and processes all messages. */
export async function run(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await sweep();
    await settle();
    pass(60);
    await settle();
  }
}
