/** Releases that were approved although their sound was in doubt, whose owners replace files before stores have them. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsLogged } from '../../shared/distribution/seen/change-log.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { ask, create, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { useHearingStage } from './hearing-stage.ts';
import { files, recording, repeated, wave } from './sound.ts';
import { work, workFor } from './stream-stage.ts';

const shop = useHearingStage();
const { taken } = shop;

const original = { bytes: wave(repeated(4, { items: 8 })) };
const clean = { bytes: wave(recording(3, { seconds: 3 })) };
const another = { bytes: wave(recording(61, { seconds: 3 })) };
const missing: HostedFile = {
  bytes: Buffer.alloc(0),
  instead: (_, response) => Boolean(response.writeHead(404).end()),
};
const unreadable = { bytes: Buffer.alloc(0) };
const undecoded = { bytes: Buffer.from('Neither audio nor empty.') };
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
  const eve = await newAdmin();
  const { album } = await requested(eve, original);
  const id = await request(eve, album);
  await work();
  await command('approve-request', { id });
  await work();
});

let songs = 0;
const hosted = (file: HostedFile): string => files().put(`/approved-unheard-${++songs}.wav`, file);

async function requested(person: Person, file: HostedFile, more: object = {}) {
  const track = { 'full-audiofile-url': hosted(file), 'isrc-code': null, title: `Song ${songs}`, ...more };
  const { album, tracks } = await newRelease(person, { tracks: 1, dsps: ['1'], track });
  return { trackId: required(tracks[0], 'It has one.'), album };
}

const replace = (trackId: string, file: HostedFile) =>
  ask(ada, 200, 'PATCH', `/tracks/${trackId}`, {
    data: { type: 'tracks', id: trackId, attributes: { 'full-audiofile-url': hosted(file) } },
  });

const attach = (trackId: string): Promise<string> =>
  create(ada, 'track-assets', {
    attributes: { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' },
    relationships: { track: { data: { type: 'tracks', id: trackId } } },
  });

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Responds to the first request with a 503. */
function unavailableOnce(): NonNullable<HostedFile['instead']> {
  let isAvailable = false;
  return (_, response) => {
    if (isAvailable) return false;
    isAvailable = true;
    response.writeHead(503).end();
    return true;
  };
}

interface Made {
  readonly id: string;
  readonly album: string;
  readonly trackId: string;
  readonly master: string | undefined;
}

/** Approves a release in doubt, while the store is closed. */
async function approvedUnsent({ file, more, hasAtmos }: Doubtful): Promise<Made> {
  const { trackId, album } = await requested(ada, file, more);
  const master = hasAtmos ? await attach(trackId) : undefined;
  const id = await request(ada, album);
  await work();
  shop.isClosed = true;
  const { warnings } = (await command('approve-request', { id })) as { warnings: readonly string[] };
  expect(warnings.filter((each) => each.startsWith('Tracks'))).toHaveLength(1);
  await work();
  shop.isClosed = false;
  taken.length = 0;
  return { id, album, trackId, master };
}

interface Doubtful {
  readonly file: HostedFile;
  readonly more?: object;
  readonly hasAtmos?: boolean;
}

const doubtful: Readonly<Record<string, Doubtful>> = {
  'that could not be analyzed': { file: unreadable },
  'that is not decoded': { file: undecoded },
  'that must not be compared': { file: clean, more: { 'allow-fingerprint-scan': false } },
  'beside a master that was not analyzed': { file: clean, hasAtmos: true },
  'that is a recording of another owner': { file: original },
};

/** Deletes the log of the changes of an album, as it is deleted after a year. */
async function forgetChanges(album: string): Promise<void> {
  const table = new Table();
  const rows = await rowsLogged(table, recordKey('albums', album).pk, 100);
  expect(rows.length).toBeGreaterThan(0);
  await table.deleteMany(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
}

const deliveriesOf = async (id: string) =>
  ((await command('show-request', { id })) as { deliveries: { status: string; errors: string | null }[] })
    .deliveries;

describe('the delivery of audio that was approved in doubt', () => {
  it.each(Object.entries(doubtful))('continues unless the audio is replaced: audio %s', async (_, made) => {
    const { id } = await approvedUnsent(made);
    await workFor(60);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
  });

  it.each(Object.entries(doubtful))(
    'fails if it is replaced by a recording of another owner: audio %s',
    async (_, made) => {
      const { id, trackId } = await approvedUnsent(made);
      await replace(trackId, original);
      await workFor(60);
      expect(taken).toEqual([]);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'error' }]);
    },
  );

  it.each([
    [
      'must be the file that was read, although it was not analyzed',
      undecoded,
      sha256Of(undecoded.bytes),
      undefined,
    ],
    ['is not for packages if no file was read', missing, undefined, true],
  ] as const)('%s', async (_, file, audioSha256, isUnread) => {
    await approvedUnsent({ file });
    await workFor(60);
    expect(taken[0]?.release.tracks.map((track) => [track.audioSha256, track.isUnread])).toEqual([
      [audioSha256, isUnread],
    ]);
  });

  it.each([
    ['is sent if its audio is analyzed in the meantime', clean, 'sent'],
    ['fails if its audio turns out to be a recording of another owner', original, 'error'],
  ])('that was approved while it was being analyzed %s', async (_, file, status) => {
    const slow = { ...file, instead: unavailableOnce() };
    const { album } = await requested(ada, slow);
    const id = await request(ada, album);
    await work();
    await command('approve-request', { id });
    await work();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    await workFor(60);
    expect(await deliveriesOf(id)).toMatchObject([{ status }]);
  });

  it.each(['that could not be analyzed', 'beside a master that was not analyzed'])(
    'waits until the file that replaces it is analyzed: audio %s',
    async (which) => {
      const { id, trackId } = await approvedUnsent(required(doubtful[which], 'It is listed.'));
      await replace(trackId, another);
      await workFor(60);
      expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
      expect(taken[0]?.release.tracks).toMatchObject([{ heardMd5: expect.any(String) }]);
    },
  );

  it("fails if the log of the owner's changes does not say which audio is replaced", async () => {
    const { id, album, trackId } = await approvedUnsent({
      file: clean,
      more: { 'allow-fingerprint-scan': false },
    });
    await replace(trackId, another);
    await forgetChanges(album);
    await workFor(60);
    expect(taken).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'error' }]);
  });

  it('fails if a master that was not analyzed is replaced', async () => {
    const { id, trackId, master } = await approvedUnsent({ file: clean, hasAtmos: true });
    await ask(ada, 204, 'DELETE', `/track-assets/${master}`);
    await attach(trackId);
    await workFor(60);
    expect(taken).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining('was added or replaced after the approval') },
    ]);
  });
});
