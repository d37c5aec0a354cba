/**
 * Releases on the local stage, each requested, approved and confirmed by two stores, for the benchmark of
 * costs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Told } from './receiver-thread.ts';
import type { MeasuredStage } from './stage.ts';

const DSPS = ['1', '4'];
/** For each release, by type. */
const EVENTS: Readonly<Record<string, number>> = {
  'distribution_request.status_changed': 2,
  'album.status_changed': 3,
  'delivery.created': DSPS.length,
  'store_delivery.sent': DSPS.length,
  'store_delivery.completed': DSPS.length,
};
const CONCURRENCY = 8;
const PATIENCE_MS = 120_000;

/** @returns the code of a track, by the number of its album and its order. */
export const codeOf = (album: number, order: number): string =>
  `QZBEN26${String(album * 100 + order).padStart(5, '0')}`;

interface Releases {
  /** The number of the first album. */
  readonly from: number;
  readonly count: number;
  readonly tracks: number;
  /** @returns the address of the audio of a track. By default, there is nothing at it. */
  readonly audioOf?: ((order: number) => string) | undefined;
}

/** Makes albums with tracks, and distributes them until all events have arrived. */
export async function releaseAll(
  measured: MeasuredStage,
  { from, count, tracks, audioOf }: Releases,
): Promise<void> {
  const heard = await receiver(measured);
  const shared = await sharedRecords(measured);
  await concurrently(count, async (number) =>
    distribute(measured, await newAlbum(measured, shared, { number: from + number, tracks, audioOf })),
  );
  await until(
    () => missing(heard, count) === 0,
    () => `${missing(heard, count)} events are missing`,
  );
  await heard.end();
}

/** How many events were not received yet. */
const missing = ({ countOf }: Heard, count: number): number =>
  Object.entries(EVENTS).reduce((sum, [type, each]) => sum + each * count - countOf(type), 0);

interface Heard {
  /** The events of a type, without repetitions. */
  readonly countOf: (type: string) => number;
  /** Deletes its endpoint, so that later events have one receiver. */
  readonly end: () => Promise<void>;
}

/** For a server that the stage trusts. */
export function certificateOf({ stage }: MeasuredStage): { readonly key: Buffer; readonly cert: Buffer } {
  const file = (name: string) => readFileSync(join(stage.dataDirectory, 'certificates', name));
  return { key: file('localhost-key.pem'), cert: file('localhost.pem') };
}

/** Receives all events of distribution with the certificate of the stage. */
async function receiver(measured: MeasuredStage): Promise<Heard> {
  const { ask } = measured;
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), {
    workerData: certificateOf(measured),
  });
  thread.unref();
  const ids = new Map<string, Set<string>>();
  const port = await new Promise<number>((resolve) => {
    thread.on('message', (told: Told) => {
      if ('port' in told) resolve(told.port);
      else ids.set(told.type, (ids.get(told.type) ?? new Set()).add(told.id));
    });
  });
  const attributes = { url: `https://localhost:${port}/`, events: Object.keys(EVENTS) };
  const { data } = await ask('POST', '/webhook-endpoints', {
    data: { type: 'webhook-endpoints', attributes },
  });
  return {
    countOf: (type) => ids.get(type)?.size ?? 0,
    async end() {
      await ask('DELETE', `/webhook-endpoints/${data.id}`);
      await thread.terminate();
    },
  };
}

interface Shared {
  readonly label: string;
  readonly artist: string;
}

const linked = (type: string, id: string) => ({ data: { type, id } });
const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Bench Records' };

async function create(
  { ask }: MeasuredStage,
  type: string,
  members: { attributes?: object; relationships?: object },
): Promise<string> {
  const { status, data } = await ask('POST', `/${type}`, { data: { type, ...members } });
  if (status !== 201) throw new Error(`POST /${type} got ${status}.`);
  return data.id;
}

const sharedRecords = async (measured: MeasuredStage): Promise<Shared> => ({
  label: await create(measured, 'labels', { attributes: { name: 'Bench Records' } }),
  artist: await create(measured, 'artists', { attributes: { name: 'Bench Artist' } }),
});

interface NewAlbum extends Pick<Releases, 'tracks' | 'audioOf'> {
  readonly number: number;
}

async function newAlbum(
  measured: MeasuredStage,
  { label, artist }: Shared,
  { number, tracks, audioOf = () => 'https://files.example/song.wav' }: NewAlbum,
): Promise<string> {
  const title = `Release ${number}`;
  const artwork = 'https://files.example/cover.jpg';
  const album = await create(measured, 'albums', {
    attributes: { ...rights, title, release_date: '2027-01-01', artwork },
    relationships: { label: linked('labels', label), ...classified },
  });
  const main = { artist: linked('artists', artist), 'artist-role': linked('artist-roles', '1') };
  await create(measured, 'album-artists', { relationships: { album: linked('albums', album), ...main } });
  for (let order = 1; order <= tracks; order++) {
    const track = await create(measured, 'tracks', {
      attributes: {
        ...rights,
        title,
        order,
        'isrc-code': codeOf(number, order),
        'full-audiofile-url': audioOf(order),
      },
      relationships: { albums: { data: [{ type: 'albums', id: album }] }, ...classified },
    });
    await create(measured, 'track-artists', { relationships: { track: linked('tracks', track), ...main } });
  }
  for (const dsp of DSPS)
    await create(measured, 'album-dsps', {
      relationships: { album: linked('albums', album), dsp: linked('dsps', dsp) },
    });
  return album;
}

async function distribute(measured: MeasuredStage, album: string): Promise<void> {
  const id = await create(measured, 'distribution-requests', {
    attributes: { 'request-type': 'delivery' },
    relationships: { album: linked('albums', album) },
  });
  const approval = { command: 'approve-request', arguments: { id }, actor: 'bench' };
  const outcome = await measured.stage.invoke('operate', approval);
  if (!JSON.stringify(outcome).includes('sent')) throw new Error(`Not approved: ${JSON.stringify(outcome)}`);
}

/** Calls the task with 0, 1, 2 and so on, some calls at a time. */
async function concurrently(count: number, task: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

/** Polls until the condition holds. @throws Error when what is wrong stays the same for too long. */
export async function until(isDone: () => boolean, wrong: () => string): Promise<void> {
  let last = '';
  let deadline = 0;
  while (!isDone()) {
    if (wrong() !== last) deadline = performance.now() + PATIENCE_MS;
    last = wrong();
    if (performance.now() > deadline) throw new Error(`For too long, ${last}.`);
    await wait(100);
  }
}
