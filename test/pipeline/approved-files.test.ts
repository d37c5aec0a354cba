/** Files that are not analyzed, whose owners put others at the same addresses after the approval. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { HostedFile } from '../support/audio/audio-host.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { create, newRelease, request } from '../support/distribution/release.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import {
  attach,
  contents,
  DSP,
  deliveriesOf,
  hosted,
  type Kind,
  kinds,
  type PackedTrack,
  partOf,
  releaseWith,
  timesDelivered,
  usePackingStage,
} from './packing-stage.ts';
import { files } from './sound.ts';
import { work, workFor } from './stream-stage.ts';

const bucket = usePackingStage();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});

let number = 10;
/** @returns two different files of the kind. */
function twoFiles(kind: Kind): readonly [Buffer, Buffer] {
  number += 2;
  const content = contents[partOf[kind]];
  return [content(number), content(number + 1)];
}

interface Approved extends PackedTrack {
  readonly id: string;
  readonly warnings: readonly string[];
}

async function approve(id: string): Promise<readonly string[]> {
  return ((await command('approve-request', { id })) as { warnings: readonly string[] }).warnings;
}

/** Approves a release after its files were read. Nothing is delivered before the next work. */
async function approved(kind: Kind, file: HostedFile): Promise<Approved> {
  const made = await releaseWith(ada, kind, file);
  const id = await request(ada, made.album);
  await work();
  return { ...made, id, warnings: await approve(id) };
}

/** @returns another album with the track. */
async function albumWith(trackId: string): Promise<string> {
  const { album } = await newRelease(ada, { tracks: 0, dsps: [DSP] });
  await create(ada, 'album-tracks', {
    attributes: { order: 1 },
    relationships: {
      album: { data: { type: 'albums', id: album } },
      track: { data: { type: 'tracks', id: trackId } },
    },
  });
  return album;
}

const UNREAD = 'Tracks with files that could not be read before the approval: 1.1.';
const OTHER = 'is not the file that was read before the approval. Request the album again.';

describe.each(kinds)('%s', (kind) => {
  it('is delivered as it was approved', async () => {
    const [bytes] = twoFiles(kind);
    const { id, warnings } = await approved(kind, { bytes });
    expect(warnings.filter((each) => each.startsWith(UNREAD))).toEqual([]);
    await workFor(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent', errors: null }]);
    expect(await timesDelivered(bucket, bytes)).toBe(1);
  });

  it.each(['with the same ETag', 'without an ETag'])(
    'is not delivered if another file is at its address after the approval %s',
    async (which) => {
      const [bytes, other] = twoFiles(kind);
      const etag = which === 'without an ETag' ? null : '"same"';
      const { id, path } = await approved(kind, { bytes, etag });
      files().put(path, { bytes: other, etag });
      await workFor(20);
      expect(await deliveriesOf(id)).toMatchObject([
        { status: 'error', errors: expect.stringContaining(OTHER) },
      ]);
      expect(await timesDelivered(bucket, other)).toBe(0);
    },
  );

  it('is not delivered if its server holds back the approved file until it is replaced', async () => {
    const [bytes, other] = twoFiles(kind);
    let isDown = false;
    const instead: HostedFile['instead'] = (_, response) => isDown && Boolean(response.writeHead(503).end());
    const { id, path } = await approved(kind, { bytes, instead });
    isDown = true;
    await work();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending' }]);
    files().put(path, { bytes: other });
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining(OTHER) },
    ]);
    expect(await timesDelivered(bucket, other)).toBe(0);
  });

  it('stays the approved file if another request reads another one', async () => {
    const [bytes, other] = twoFiles(kind);
    const { id, path, trackId } = await approved(kind, { bytes, etag: null });
    files().put(path, { bytes: other, etag: null });
    await request(ada, await albumWith(trackId));
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'error' }]);
    expect(await timesDelivered(bucket, other)).toBe(0);
  });

  it('that could not be read before the approval is not delivered', async () => {
    const [bytes] = twoFiles(kind);
    const instead: HostedFile['instead'] = (seen, response) =>
      seen.headers.range === undefined && Boolean(response.writeHead(404).end());
    const made = await releaseWith(ada, kind, { bytes, instead });
    const id = await request(ada, made.album);
    await workFor(3);
    expect((await approve(id)).filter((each) => each.startsWith(UNREAD))).toHaveLength(1);
    files().put(made.path, { bytes });
    await workFor(20);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining('was not read before the approval') },
    ]);
    expect(await timesDelivered(bucket, bytes)).toBe(0);
  });

  it('must be read before an approval, also after it was replaced for a new request', async () => {
    const [bytes, other] = twoFiles(kind);
    const first = await approved(kind, { bytes, etag: null });
    files().put(first.path, { bytes: other, etag: null });
    await workFor(20);
    const id = await request(ada, first.album);
    expect(await problemsOf('approve-request', { id })).toMatchObject([
      {
        code: 'album_incomplete',
        detail: expect.stringContaining('of track 1 on disc 1 has not been read yet.'),
      },
    ]);
    await work();
    await approve(id);
    await workFor(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
    expect(await timesDelivered(bucket, other)).toBe(1);
  });
});

it('a master that is attached after the request is read once the request is shown or approved', async () => {
  const [bytes] = twoFiles('a video');
  const made = await releaseWith(ada, 'opted-out audio', { bytes });
  const id = await request(ada, made.album);
  await work();
  const master = contents.dolby_atmos(99);
  await attach(ada, { trackId: made.trackId, url: hosted({ bytes: master }).url, type: 'dolby_atmos' });
  await work();
  const shown = (await command('show-request', { id })) as { warnings: readonly string[] };
  expect(shown.warnings.filter((each) => each.startsWith('Files of 1 track'))).toHaveLength(1);
  expect(await problemsOf('approve-request', { id })).toMatchObject([{ code: 'album_incomplete' }]);
  await work();
  await approve(id);
  await workFor(1);
  expect(await timesDelivered(bucket, master)).toBe(1);
});
