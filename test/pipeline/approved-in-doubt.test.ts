/** Audio that was approved in doubt, whose owner puts another file at its address and has it read again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { distributionRequests } from '../../shared/distribution/api/distribution-requests.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, create, newRelease, request } from '../support/distribution/release.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { png } from '../support/images.ts';
import { setFields } from '../support/rows.ts';
import {
  contents,
  DSP,
  deliveriesOf,
  hosted,
  releaseWith,
  timesDelivered,
  usePackingStage,
} from './packing-stage.ts';
import { files, recording, wave } from './sound.ts';
import { work, workFor } from './stream-stage.ts';

const bucket = usePackingStage();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
  const eve = await newAdmin();
  for (const bytes of [contents.matched(4), contents.matched(5)]) {
    const { album } = await releaseOf(eve, [{ url: hosted({ bytes }).url }]);
    const id = await request(eve, album);
    await work();
    await command('approve-request', { id });
  }
  await workFor(1);
});

interface Song {
  readonly url: string;
  readonly isClosed?: boolean;
}

const releaseOf = async (person: Person, songs: readonly Song[]) => {
  const made = await newRelease(person, {
    tracks: songs.length,
    dsps: [DSP],
    artwork: hosted({ bytes: png(1400, 1400) }).url,
    track: { 'isrc-code': null },
  });
  for (const [index, { url, isClosed = false }] of songs.entries()) {
    const id = made.tracks[index] ?? '';
    const attributes = { 'full-audiofile-url': url, 'allow-fingerprint-scan': !isClosed };
    await ask(person, 200, 'PATCH', `/tracks/${id}`, { data: { type: 'tracks', id, attributes } });
  }
  return made;
};

/** Requests another album with the track, so that its file is read again. */
async function readAgain(trackId: string): Promise<void> {
  const { album } = await newRelease(ada, { tracks: 0, dsps: [DSP] });
  await create(ada, 'album-tracks', {
    attributes: { order: 1 },
    relationships: {
      album: { data: { type: 'albums', id: album } },
      track: { data: { type: 'tracks', id: trackId } },
    },
  });
  await request(ada, album);
}

const heardOf = async (id: string) => {
  const fields = (await findRecord({ table: new Table() }, trackRecords, id))?.fields;
  return fields?.['heard-md5'] ?? fields?.['unheard-md5'] ?? null;
};

const undecoded = (text: string) => ({ bytes: Buffer.from(`No audio, ${text}.`), etag: null });
const partly = (number: number) => ({ bytes: wave(recording(number, { seconds: 2 })), etag: null });

const doubtful: readonly (readonly [string, HostedFile, HostedFile])[] = [
  ['that is not decoded', undecoded('the first'), undecoded('the second')],
  ['that is analyzed in part', partly(81), partly(82)],
  [
    'that is a recording of another owner',
    { bytes: contents.matched(4), etag: null },
    { bytes: contents.matched(5), etag: null },
  ],
];

describe('audio approved in doubt', () => {
  it.each(doubtful)('is delivered as it was approved: audio %s', async (_, file) => {
    const { album } = await releaseOf(ada, [{ url: hosted(file).url }]);
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    await workFor(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent', errors: null }]);
  });

  it.each(doubtful)('is not another file that was read since: audio %s', async (_, file, other) => {
    const { path, url } = hosted(file);
    // Another owner's original is delivered already.
    const timesBefore = await timesDelivered(bucket, other.bytes);
    const { album, tracks } = await releaseOf(ada, [{ url }]);
    const [trackId = ''] = tracks;
    const id = await request(ada, album);
    await work();
    const before = await heardOf(trackId);
    const { warnings } = (await command('approve-request', { id })) as { warnings: readonly string[] };
    expect(warnings[0]).toMatch(/^Tracks that were .*: 1\.1\.$/);
    // The server holds the file back until it is replaced and read again.
    files().put(path, { ...file, instead: (_request, response) => Boolean(response.writeHead(503).end()) });
    await work();
    files().put(path, other);
    await readAgain(trackId);
    await workFor(20);
    expect([await heardOf(trackId), null]).not.toContain(before);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining('is not the file that was read before') },
    ]);
    expect(await timesDelivered(bucket, other.bytes)).toBe(timesBefore);
  });

  it.each([
    ['is delivered if the analysis finds nothing', { bytes: contents.audio(83) }, 'sent'],
    ['is not delivered if it cannot be analyzed', undecoded('a third'), 'error'],
  ] as const)('before its analysis %s', async (_, file, status) => {
    let isDown = true;
    const instead: HostedFile['instead'] = (_request, response) =>
      isDown && Boolean(response.writeHead(503).end());
    const { album } = await releaseOf(ada, [{ url: hosted({ ...file, instead }).url }]);
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    isDown = false;
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([{ status }]);
    expect(await timesDelivered(bucket, file.bytes)).toBe(status === 'sent' ? 1 : 0);
  });

  it('before its analysis waits for it, if it has replaced analyzed audio', async () => {
    const bytes = contents.audio(92);
    const { album, tracks } = await releaseOf(ada, [{ url: hosted({ bytes: contents.audio(91) }).url }]);
    const id = await request(ada, album);
    await work();
    const [track = ''] = tracks;
    const attributes = { 'full-audiofile-url': hosted({ bytes }).url };
    await ask(ada, 200, 'PATCH', `/tracks/${track}`, { data: { type: 'tracks', id: track, attributes } });
    await command('approve-request', { id });
    await workFor(3);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
    expect(await timesDelivered(bucket, bytes)).toBe(1);
  });

  it('before its analysis was started waits for it', async () => {
    const bytes = contents.audio(89);
    const { album } = await releaseOf(ada, [{ url: hosted({ bytes }).url }]);
    // Reads the cover, without which packages are not approved.
    await ask(ada, 200, 'POST', `/albums/${album}/validate`);
    const id = await request(ada, album);
    await command('approve-request', { id });
    await workFor(3);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
    expect(await timesDelivered(bucket, bytes)).toBe(1);
  });

  it('beside a Dolby Atmos master must stay clean', async () => {
    const master = { bytes: contents.dolby_atmos(84), etag: null };
    const { album, trackId } = await releaseWith(ada, 'a Dolby Atmos master', master);
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    const { attributes } = (await ask(ada, 200, 'GET', `/tracks/${trackId}`)).body.data;
    const { pathname } = new URL(attributes['full-audiofile-url']);
    const other = undecoded('beside a master');
    files().put(pathname, {
      ...other,
      instead: (_request, response) => Boolean(response.writeHead(503).end()),
    });
    await work();
    files().put(pathname, other);
    await readAgain(trackId);
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'error' }]);
    expect(await timesDelivered(bucket, other.bytes)).toBe(0);
  });
});

describe('the approval of 25 tracks in doubt', () => {
  it.each([
    ['is delivered with all of them', false],
    ['is not delivered with another file of track 22', true],
  ])('%s', async (_, isExchanged) => {
    const songs = Array.from({ length: 25 }, (_each, index) => ({
      ...hosted({ bytes: contents.audio(100 + index + (isExchanged ? 50 : 0)) }),
      isClosed: true,
    }));
    const { album } = await releaseOf(ada, songs);
    const id = await request(ada, album);
    // Work of one owner waits for a free slot.
    await workFor(5);
    await command('approve-request', { id });
    const other = contents.audio(200);
    if (isExchanged) files().put(songs[21]?.path ?? '', { bytes: other });
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([
      isExchanged
        ? {
            status: 'error',
            errors: expect.stringContaining('The audio of track 22 on disc 1 is not the file'),
          }
        : { status: 'sent' },
    ]);
    expect(await timesDelivered(bucket, other)).toBe(0);
  });
});

it('a store that gets packages only since the approval gets no file that was not read', async () => {
  await command('set-store', { 'dsp-id': DSP, behavior: 'accept' });
  const bytes = contents.video(85);
  const { album } = await releaseWith(ada, 'a video', { bytes });
  const id = await request(ada, album);
  await work();
  await command('approve-request', { id });
  await command('set-store', { 'dsp-id': DSP, behavior: 'package' });
  await workFor(1);
  expect(await deliveriesOf(id)).toMatchObject([
    { status: 'error', errors: expect.stringContaining('was not read before the approval') },
  ]);
  expect(await timesDelivered(bucket, bytes)).toBe(0);
});

it('the files of an approval by an earlier version can be any', async () => {
  const bytes = contents.video(86);
  const { album } = await releaseWith(ada, 'a video', { bytes });
  const id = await request(ada, album);
  await work();
  await command('approve-request', { id });
  const before = await findRecord({ table: new Table() }, distributionRequests, id);
  const decisions = (before?.fields.decisions ?? []).map((decision) => {
    const { files: _, ...others } = { files: undefined, ...decision };
    return others;
  });
  await setFields(distributionRequests, id, { decisions });
  await workFor(1);
  expect(await timesDelivered(bucket, bytes)).toBe(1);
});

it('a request that is approved again is for the files that were read again', async () => {
  const { album, path } = await releaseWith(ada, 'a video', { bytes: contents.video(87), etag: null });
  const other = contents.video(88);
  const id = await request(ada, album);
  await work();
  await command('approve-request', { id });
  files().put(path, { bytes: other, etag: null });
  await workFor(20);
  await command('requeue-request', { id });
  expect(await problemsOf('approve-request', { id })).toMatchObject([{ code: 'album_incomplete' }]);
  await work();
  await command('approve-request', { id });
  const record = await findRecord({ table: new Table() }, distributionRequests, id);
  const keeping = record?.fields.decisions.map((decision) => 'files' in decision);
  expect(keeping).toEqual([false, false, false, true]);
  await workFor(1);
  expect(await timesDelivered(bucket, other)).toBe(1);
});
