/**
 * Releases on the local stage, from the choice of DSPs to what stores report: packages, and signed events at a
 * receiver.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAlbums } from '../../bin/local/demo/catalogue.ts';
import type { StoreBehavior } from '../../shared/distribution/stores/store-behaviors.ts';
import { subscribableEvents } from '../../shared/webhooks/events.ts';
import { fileServer } from '../support/audio/file-server.ts';
import { melody } from '../support/audio/sounds.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { newUpc, trackAttributes } from '../support/examples.ts';
import { jpeg } from '../support/images.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import { demoStage, emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly previous_status?: string | null;
    readonly status?: string;
    readonly reason?: string;
    readonly album?: { readonly id: number };
    readonly distribution_request?: { readonly album_id: number };
    readonly delivery?: {
      readonly album_id: number;
      readonly status: string;
      readonly dsp: { readonly id: number };
    };
    readonly analytics_report?: { readonly id: number; readonly total_records: number | null };
    readonly store?: { readonly id: number };
    readonly store_delivery?: { readonly id: string; readonly type: string };
  };
}

const cover = jpeg(3000, 3000);
const song = fileServer(waveFile([melody(1)]));

let stage: SharedStage;
let server: Server;
let token: string;
let secret: string;
/** Verified events in the order of their arrival, each once. */
const received = new Map<string, Event>();

beforeAll(async () => {
  stage = await emptyStage();
  server = await startServer();
  token = await newOrganization(stage, 'distribution', { preapproval: true });
  const endpoint = await ask('POST', '/webhook-endpoints', {
    data: { type: 'webhook-endpoints', attributes: { url: here('/hook'), events: subscribableEvents } },
  });
  secret = String(endpoint.attributes['signing-secret']);
});
afterAll(() => void server.close());

/** A receiver, and the files of releases, with the certificate of the stage. */
async function startServer(): Promise<Server> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(stage.dataDirectory, 'certificates', name)),
  );
  const https = createServer({ key, cert }, async (request, response) => {
    if (request.url === '/cover.jpg') return response.end(cover);
    if (request.url === '/song.wav') return song(request, response);
    const body = await text(request);
    const event = verifiedEvent(body, String(request.headers['service-signature']), secret) as Event;
    received.set(event.id, event);
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return https;
}

function here(path: string): string {
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}${path}`;
}

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { data: { id: string } }>>;
}

async function ask<T = Shown>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(stage.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const document = (await response.json()) as { data: T };
  expect(response.ok, `${method} ${path}: ${JSON.stringify(document)}`).toBe(true);
  return document.data;
}

const get = (path: string) => ask<Shown[]>('GET', path);
const linked = (type: string, id: string) => ({ data: { type, id } });
const create = async (type: string, attributes: object, relationships: object = {}): Promise<string> =>
  (await ask('POST', `/${type}`, { data: { type, attributes, relationships } })).id;

const setStore = (dspId: string, behavior: StoreBehavior) =>
  operateWith(stage, 'set-store', { 'dsp-id': dspId, behavior });

async function newRelease(dsps: readonly string[], title: string): Promise<string> {
  const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };
  const label = await create('labels', { name: 'Stage Records' });
  const artist = await create('artists', { name: 'Stage Artist' });
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Stage Records' };
  const album = await create(
    'albums',
    { ...rights, title, release_date: '2027-01-01', artwork: here('/cover.jpg'), 'upc-code': newUpc() },
    { label: linked('labels', label), ...classified },
  );
  const main = { artist: linked('artists', artist), 'artist-role': linked('artist-roles', '1') };
  await create('album-artists', {}, { album: linked('albums', album), ...main });
  const song = { ...trackAttributes, title, order: 1, 'full-audiofile-url': here('/song.wav') };
  const albums = { data: [{ type: 'albums', id: album }] };
  const track = await create('tracks', song, { albums, ...classified });
  await create('track-artists', {}, { track: linked('tracks', track), ...main });
  for (const dsp of dsps)
    await create('album-dsps', {}, { album: linked('albums', album), dsp: linked('dsps', dsp) });
  // Reads the cover, which packages need.
  await ask('POST', `/albums/${album}/validate`);
  return album;
}

/** Requests a distribution of an album, and approves it. @returns the id of the request. */
async function distribute(album: string, type: string): Promise<string> {
  const id = await create(
    'distribution-requests',
    { 'request-type': type },
    { album: linked('albums', album) },
  );
  await ask('POST', `/distribution-requests/${id}/preapprove`);
  await operateWith(stage, 'approve-request', { id });
  return id;
}

/** The received events of an album, without the first ones. */
function newsOf(album: string, skipped = 0): string[] {
  const about = [...received.values()].filter(({ data }) => {
    const id = data.album?.id ?? data.distribution_request?.album_id ?? data.delivery?.album_id;
    return String(id) === album;
  });
  return about.slice(skipped).map(({ type, data }) => {
    if (data.previous_status !== undefined) return `${type} ${data.previous_status} -> ${data.status}`;
    return data.delivery
      ? `${type} ${data.delivery.dsp.id} ${data.delivery.status}`
      : `${type} ${data.store?.id} ${data.store_delivery?.type}`;
  });
}

const statusOf = async (album: string) => (await ask('GET', `/albums/${album}`)).attributes['last-status'];

describe('the demo organization', () => {
  let demo: Awaited<ReturnType<typeof demoStage>>;
  beforeAll(async () => {
    demo = await demoStage();
  });

  it('has a delivered album, one in review and a draft', async () => {
    const { url, token: ofDemo } = demo;
    const statusOfDemo = async ({ upc }: { readonly upc: string }) => {
      const headers = { authorization: `Bearer ${ofDemo}` };
      const response = await fetch(`${url}/albums?filter[upc-code]=${upc}`, { headers });
      const { data } = (await response.json()) as { data: Shown[] };
      return data.map(({ attributes }) => [attributes['title'], attributes['last-status']]);
    };
    const statuses = async () => Object.fromEntries((await Promise.all(demoAlbums.map(statusOfDemo))).flat());
    await expect.poll(statuses, { interval: 500 }).toEqual({
      'Harbour Songs': 'draft',
      'Saudade em Kyoto': 'delivered',
      'Зимний свет': 'in_review',
    });
  });
});

describe('a release', () => {
  let album: string;
  const expectNews = (skipped: number, news: readonly string[]) =>
    expect.poll(() => newsOf(album, skipped).toSorted()).toEqual([...news].toSorted());

  beforeAll(async () => {
    const behaviors = { 1: 'confirm', 2: 'reject', 3: 'fail', 4: 'skip', 6: 'flaky', 9: 'package' } as const;
    for (const [dsp, behavior] of Object.entries(behaviors)) await setStore(dsp, behavior);
    album = await newRelease(['1', '2', '3', '4', '6', '9'], 'Stage Release');
  });

  it('reaches its stores and sends its owner events about each', async () => {
    await distribute(album, 'delivery');
    await expectNews(0, [
      'distribution_request.status_changed null -> preapproved',
      'distribution_request.status_changed preapproved -> pending',
      'distribution_request.status_changed pending -> sent',
      'album.status_changed draft -> in_review',
      'album.status_changed in_review -> approved',
      'album.status_changed approved -> delivered',
      'delivery.created 1 sent',
      'store_delivery.sent 1 delivery',
      'store_delivery.completed 1 delivery',
      'delivery.created 2 sent',
      'store_delivery.sent 2 delivery',
      'store_delivery.rejected 2 delivery',
      'delivery.created 3 error',
      'store_delivery.failed 3 delivery',
      'delivery.created 4 sent',
      'store_delivery.skipped 4 delivery',
      'delivery.created 6 sent',
      'store_delivery.sent 6 delivery',
      'delivery.created 9 sent',
      'store_delivery.sent 9 delivery',
    ]);
    const reasons = [...received.values()].flatMap(({ data: { reason } }) => (reason ? [reason] : []));
    expect(reasons).toHaveLength(2);
    const deliveries = await get(`/deliveries?filter[album]=${album}&sort=-date&include=dsp`);
    expect(deliveries.filter(({ attributes }) => attributes['status'] === 'error')).toHaveLength(1);
  });

  it('is written as a package for a DSP that takes packages', () => {
    const packaged = [...received.values()].find(({ data }) => data.store?.id === 9);
    const folder = join(stage.dataDirectory, 'bucket', packaged?.data.store_delivery?.id ?? '');
    const { message, files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(readFileSync(join(folder, message.name), 'utf8')).toContain('Stage Release');
    expect(files).toHaveLength(2);
    for (const { name } of files) expect(existsSync(join(folder, name))).toBe(true);
  });

  it('is updated at the stores that have it and then taken down', async () => {
    for (const dsp of ['4', '6', '9']) await setStore(dsp, 'accept');
    const before = newsOf(album).length;
    // The other stores rejected the first delivery, or could not receive it.
    const accepted = (type: string) =>
      ['1', '4', '6', '9'].flatMap((dsp) => [
        `delivery.created ${dsp} sent`,
        `store_delivery.sent ${dsp} ${type}`,
      ]);
    const requested = (status: string) => [
      'distribution_request.status_changed null -> preapproved',
      'distribution_request.status_changed preapproved -> pending',
      `distribution_request.status_changed pending -> ${status}`,
    ];
    await distribute(album, 'update');
    await expectNews(before, [
      ...requested('sent'),
      'album.status_changed delivered -> in_review',
      'album.status_changed in_review -> approved',
      'album.status_changed approved -> delivered',
      ...accepted('update'),
      'store_delivery.completed 1 update',
    ]);
    const updated = newsOf(album).length;
    await distribute(album, 'takedown');
    await expectNews(updated, [
      ...requested('sent'),
      ...accepted('takedown'),
      'store_delivery.completed 1 takedown',
      'album.status_changed delivered -> taken_down',
    ]);
    expect(await statusOf(album)).toBe('taken_down');
  });
});

it('an event announces a completed analytics report', async () => {
  const report = await create('analytics-reports', { 'dsp-id': 3, date: '2026-01-05' });
  const news = () => [...received.values()].find(({ data }) => String(data.analytics_report?.id) === report);
  await expect.poll(news).toMatchObject({
    type: 'analytics_report.completed',
    data: { analytics_report: { dsp_id: 3, date: '2026-01-05', status: 'completed', total_records: 0 } },
  });
});
